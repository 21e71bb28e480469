// A server on a socket, asked by friends and by others.

#include "api/http_server.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <iterator>
#include <latch>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace fmplan::api {
namespace http_server_test {

using std::chrono::milliseconds;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

/// A client that says what it is told to and hears until the other side ends.
class Client {
 public:
  explicit Client(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    const timeval patience{.tv_sec = 5, .tv_usec = 0};
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  }
  ~Client() { close(socket_); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  /// False once the other side takes no more.
  bool say(const std::string& text) {
    for (std::size_t sent = 0; sent < text.size();) {
      const ssize_t size = send(socket_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
      if (size <= 0) return false;
      sent += static_cast<std::size_t>(size);
    }
    return true;
  }
  void end_saying() { shutdown(socket_, SHUT_WR); }

  /// All that comes until the end, or until `until` has come.
  std::string hear(const std::string& until = "") {
    std::string heard;
    char piece[4096];
    while (until.empty() || heard.find(until) == std::string::npos) {
      const ssize_t size = recv(socket_, piece, sizeof piece, 0);
      if (size <= 0) break;
      heard.append(piece, static_cast<std::size_t>(size));
    }
    return heard;
  }

 private:
  int socket_;
};

/// Bytes of a body that is a file.
constexpr std::size_t kMostUploaded = 100'000;

/// A server that answers with what it was asked: "GET /a?b 3" is a body of three bytes.
class RunningServer {
 public:
  explicit RunningServer(ServerLimits limits = {}, std::function<Response(const Request&)> answer = echo,
                         std::filesystem::path upload_folder = {})
      : server_({.port = 0, .limits = limits, .upload_folder = std::move(upload_folder)},
                {.answer = std::move(answer),
                 .at_once = [](const Request& request) -> std::optional<Response> {
                   if (request.path != "/at-once") return std::nullopt;
                   return Response{.body = "at once"};
                 },
                 .failure = [](int status, const Request&) { return Response{.status = status, .body = "no"}; },
                 .upload = upload_terms}),
        thread_([this] { server_.run(); }) {}
  ~RunningServer() {
    server_.stop(milliseconds(2000));
    if (thread_.joinable()) thread_.join();
  }

  static Response echo(const Request& request) {
    std::string body = request.body;
    if (request.file) body.assign(std::istreambuf_iterator<char>(*request.file), {});
    return {.content_type = "text/plain",
            .body = request.method + " " + request.path + "?" + request.query + " " + std::to_string(body.size())};
  }
  static UploadTerms upload_terms(const Request& request) {
    if (request.path == "/not-you") return {.refusal = Response{.status = 403, .body = "not you"}};
    return {.most_bytes = request.path == "/upload" ? kMostUploaded : 0u};
  }

  HttpServer& operator*() { return server_; }
  std::uint16_t port() const { return server_.port(); }
  std::string answer_to(const std::string& text, bool end_saying = false) const {
    Client client(port());
    client.say(text);
    if (end_saying) client.end_saying();
    return client.hear();
  }
  void join() { thread_.join(); }

 private:
  HttpServer server_;
  std::thread thread_;
};

/// A folder of its own for unnamed files.
class UploadFolder {
 public:
  UploadFolder() {
    std::string name = testing::TempDir() + "fmplan-uploads-XXXXXX";
    path_ = mkdtemp(name.data());
  }
  ~UploadFolder() { std::filesystem::remove_all(path_); }
  UploadFolder(const UploadFolder&) = delete;
  UploadFolder& operator=(const UploadFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  bool is_empty() const { return std::filesystem::is_empty(path_); }
  /// Files of it that this process has open: what an upload without a name takes of the disk.
  int num_open() const {
    int number = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
      std::error_code error;
      const std::string file = std::filesystem::read_symlink(entry.path(), error).string();
      number += file.starts_with(path_.string()) ? 1 : 0;
    }
    return number;
  }
  /// Whether there are so many within five seconds.
  bool comes_to_have_open(int number) const {
    for (int i = 0; i < 500 && num_open() != number; ++i) std::this_thread::sleep_for(milliseconds(10));
    return num_open() == number;
  }

 private:
  std::filesystem::path path_;
};

std::string closing(const std::string& line, const std::string& headers = "", const std::string& body = "") {
  return line + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + headers + "\r\n" + body;
}

TEST(HttpServer, AnswersARequestWithWhatItsHandlerSays) {
  const RunningServer server;
  const std::string answer = server.answer_to(closing("POST /a%20b?c=1", "Content-Length: 3\r\n", "xyz"));
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(answer, HasSubstr("\r\n\r\nPOST /a b?c=1 3"));
}

TEST(HttpServer, TakesChunkedBodiesAndTellsWhoAsksThatItGoesOn) {
  const RunningServer server;
  EXPECT_THAT(server.answer_to(closing("POST /", "Transfer-Encoding: chunked\r\n", "2\r\nab\r\n3\r\ncde\r\n0\r\n\r\n")),
              HasSubstr("POST /? 5"));
  Client client(server.port());
  client.say(closing("POST /", "Expect: 100-continue\r\nContent-Length: 1\r\n"));
  EXPECT_THAT(client.hear("\r\n\r\n"), StartsWith("HTTP/1.1 100 Continue"));
  client.say("x");
  EXPECT_THAT(client.hear(), HasSubstr("POST /? 1"));
}

TEST(HttpServer, AnswersPipelinedRequestsInTheirOrder) {
  const RunningServer server;
  std::string asked;
  for (int i = 0; i < 20; ++i) asked += "GET /" + std::to_string(i) + " HTTP/1.1\r\nHost: x\r\n\r\n";
  const std::string heard = server.answer_to(asked + closing("GET /last"));
  std::size_t at = 0;
  for (int i = 0; i < 20; ++i) {
    at = heard.find("GET /" + std::to_string(i) + "?", at);
    ASSERT_NE(at, std::string::npos) << i;
  }
  EXPECT_NE(heard.find("GET /last?", at), std::string::npos);
}

TEST(HttpServer, AnswersHeadWithTheLengthAndNoBody) {
  const RunningServer server;
  const std::string answer = server.answer_to(closing("HEAD /a"));
  EXPECT_THAT(answer, HasSubstr("Content-Length: 10\r\n"));  // "HEAD /a? 0"
  EXPECT_TRUE(answer.ends_with("\r\n\r\n"));
}

// Clients parse what says to be JSON, and find nothing there.
TEST(HttpServer, NamesNoTypeOfABodyThatThereIsNot) {
  for (const int status : {204, 304}) {
    const RunningServer server({}, [status](const Request&) { return Response{.status = status}; });
    const std::string answer = server.answer_to(closing("GET /"));
    EXPECT_THAT(answer, StartsWith("HTTP/1.1 " + std::to_string(status)));
    EXPECT_THAT(answer, testing::Not(HasSubstr("Content-Type"))) << status;
  }
}

struct BadRequest {
  const char* claim;
  std::string text;
  const char* status;
};

TEST(HttpServer, RefusesWhatIsNoRequestOrTooLarge) {
  const RunningServer server;
  const std::string much(20'000, 'a');
  const std::vector<BadRequest> requests = {
      {"no HTTP", "\x16\x03\x01 hello\r\n\r\n", "400"},
      {"HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "400"},
      {"a header beyond 8 KiB", closing("GET /", "X: " + much + "\r\n"), "431"},
      {"a body said to be too large", closing("POST /", "Content-Length: 2000000\r\n", "{"), "413"},
      {"two lengths", closing("POST /", "Content-Length: 5\r\nContent-Length: 6\r\n", "hello!"), "400"},
      {"a length and chunks", closing("POST /", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
       "400"},
      {"a length below nothing", closing("POST /", "Content-Length: -5\r\n"), "400"},
      {"a path with a control", closing("GET /%0d%0aX:y"), "400"},
      {"a path with NUL", closing("GET /%00"), "400"},
      {"a path cut short in an escape", closing("GET /%4"), "400"},
      {"another server's address", closing("GET http://elsewhere/"), "400"},
      {"a chunk that has no length", closing("POST /", "Transfer-Encoding: chunked\r\n", "zz\r\n"), "400"},
  };
  for (const BadRequest& request : requests) {
    SCOPED_TRACE(request.claim);
    EXPECT_THAT(server.answer_to(request.text), StartsWith(std::string("HTTP/1.1 ") + request.status));
  }
  EXPECT_THAT(server.answer_to(closing("GET /fine")), HasSubstr("GET /fine"));
}

TEST(HttpServer, CountsChunkedBodiesAsTheyCome) {
  const RunningServer server({.body_bytes = 10'000});
  const std::string chunk = "1000\r\n" + std::string(0x1000, 'x') + "\r\n";
  Client client(server.port());
  client.say("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
  int said = 0;
  while (said < 10'000 && client.say(chunk)) ++said;
  EXPECT_LT(said, 10'000);  // 40 MB of which 10 kB were taken and at most some 4 MB read
  EXPECT_THAT(client.hear(), StartsWith("HTTP/1.1 413"));
}

std::string chunked(const std::string& body) { return fmt::format("{:x}\r\n{}\r\n0\r\n\r\n", body.size(), body); }

TEST(HttpUploads, AreTakenToAFileThatHasNoNameAndGoWithTheirAnswer) {
  const UploadFolder folder;
  int open_while_answering = 0;
  bool named = true;
  const RunningServer server(
      {.body_bytes = 10},
      [&](const Request& request) {
        if (request.file) {
          open_while_answering = folder.num_open();
          named = !folder.is_empty();
        }
        return RunningServer::echo(request);
      },
      folder.path());
  const std::string body(50'000, 'x');
  EXPECT_THAT(server.answer_to(closing("POST /upload", "Content-Length: 50000\r\n", body)),
              HasSubstr("POST /upload? 50000"));
  EXPECT_EQ(open_while_answering, 1);
  EXPECT_FALSE(named);
  EXPECT_EQ(folder.num_open(), 0);
  EXPECT_THAT(server.answer_to(closing("POST /upload", "Transfer-Encoding: chunked\r\n", chunked(body))),
              HasSubstr("POST /upload? 50000"));
  EXPECT_THAT(server.answer_to(closing("POST /small", "Content-Length: 50\r\n", std::string(50, 'x'))),
              StartsWith("HTTP/1.1 413"));
  // The connection goes on after one, as after other requests.
  EXPECT_THAT(server.answer_to("POST /upload HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\n\r\n" + std::string(20, 'x') +
                               closing("GET /after")),
              testing::AllOf(HasSubstr("POST /upload? 20"), HasSubstr("GET /after? 0")));
  EXPECT_THAT(server.answer_to(closing("POST /upload", "Content-Length: 0\r\n")), HasSubstr("POST /upload? 0"));
}

TEST(HttpUploads, TellThatTheyMayComeWhereTheyMay) {
  const RunningServer server;
  Client client(server.port());
  client.say(closing("POST /upload", "Expect: 100-continue\r\nContent-Length: 1\r\n"));
  EXPECT_THAT(client.hear("\r\n\r\n"), StartsWith("HTTP/1.1 100 Continue"));
  client.say("x");
  EXPECT_THAT(client.hear(), HasSubstr("POST /upload? 1"));
  // Whoever may not send one hears so before it is sent.
  EXPECT_THAT(server.answer_to(closing("POST /not-you", "Expect: 100-continue\r\nContent-Length: 1\r\n")),
              testing::AllOf(StartsWith("HTTP/1.1 403"), HasSubstr("not you")));
}

TEST(HttpUploads, BeyondTheirLengthAreRefusedAndLeaveNothing) {
  const UploadFolder folder;
  const RunningServer server({}, RunningServer::echo, folder.path());
  EXPECT_THAT(server.answer_to(closing("POST /upload", "Content-Length: 100001\r\n")), StartsWith("HTTP/1.1 413"));
  Client client(server.port());
  client.say(closing("POST /upload", "Transfer-Encoding: chunked\r\n"));
  const std::string chunk = "1000\r\n" + std::string(0x1000, 'x') + "\r\n";
  for (int i = 0; i < 30; ++i) client.say(chunk);  // 120 kB of which there may be 100
  EXPECT_THAT(client.hear(), StartsWith("HTTP/1.1 413"));
  EXPECT_TRUE(folder.comes_to_have_open(0));
  EXPECT_TRUE(folder.is_empty());
}

TEST(HttpUploads, LeaveNothingWhereTheClientGoesOrIsTooSlow) {
  const UploadFolder folder;
  const RunningServer server({.read_upload = milliseconds(300)}, RunningServer::echo, folder.path());
  const std::string begun = closing("POST /upload", "Content-Length: 1000\r\n", "abc");
  {
    Client goes(server.port());
    goes.say(begun);
    EXPECT_TRUE(folder.comes_to_have_open(1));
  }
  EXPECT_TRUE(folder.comes_to_have_open(0));
  Client slow(server.port());
  slow.say(begun);
  EXPECT_TRUE(folder.comes_to_have_open(1));
  EXPECT_EQ(slow.hear(), "");
  EXPECT_TRUE(folder.comes_to_have_open(0));
  EXPECT_TRUE(folder.is_empty());
}

TEST(HttpUploads, LeaveNothingWhereTheServerStops) {
  const UploadFolder folder;
  auto server = std::make_unique<RunningServer>(ServerLimits{}, RunningServer::echo, folder.path());
  Client client(server->port());
  client.say(closing("POST /upload", "Content-Length: 1000\r\n", "abc"));
  EXPECT_TRUE(folder.comes_to_have_open(1));
  (**server).stop(milliseconds(100));
  server->join();
  server.reset();
  EXPECT_EQ(folder.num_open(), 0);
  EXPECT_TRUE(folder.is_empty());
}

// 60 kB are held by one that goes on; of 100 kB for all together, 50 kB more are too many and 30 kB are not.
TEST(HttpUploads, TogetherAreBounded) {
  const UploadFolder folder;
  const RunningServer server({.upload_bytes = 100'000}, RunningServer::echo, folder.path());
  const auto body = [](int size) { return std::string(static_cast<std::size_t>(size), 'x'); };
  auto holds = std::make_unique<Client>(server.port());
  holds->say(closing("POST /upload", "Content-Length: 70000\r\n", body(60'000)));
  EXPECT_TRUE(folder.comes_to_have_open(1));
  const std::string too_many = closing("POST /upload", "Content-Length: 50000\r\n", body(50'000));
  for (int i = 0; i < 500 && !server.answer_to(too_many).starts_with("HTTP/1.1 503"); ++i)
    std::this_thread::sleep_for(milliseconds(10));
  EXPECT_THAT(server.answer_to(too_many), StartsWith("HTTP/1.1 503"));
  EXPECT_THAT(server.answer_to(closing("POST /upload", "Transfer-Encoding: chunked\r\n", chunked(body(50'000)))),
              StartsWith("HTTP/1.1 503"));
  EXPECT_THAT(server.answer_to(closing("POST /upload", "Content-Length: 30000\r\n", body(30'000))),
              HasSubstr("POST /upload? 30000"));
  holds.reset();
  EXPECT_TRUE(folder.comes_to_have_open(0));
  EXPECT_THAT(server.answer_to(too_many), HasSubstr("POST /upload? 50000"));
}

TEST(HttpUploads, AreBoundedInNumber) {
  const UploadFolder folder;
  const RunningServer server({.uploads = 1}, RunningServer::echo, folder.path());
  Client holds(server.port());
  holds.say(closing("POST /upload", "Content-Length: 9\r\n", "abc"));
  EXPECT_TRUE(folder.comes_to_have_open(1));
  EXPECT_THAT(server.answer_to(closing("POST /upload", "Content-Length: 1\r\n", "x")), StartsWith("HTTP/1.1 503"));
  EXPECT_THAT(server.answer_to(closing("POST /small", "Content-Length: 1\r\n", "x")), HasSubstr("POST /small? 1"));
}

// One that takes long is waited for by other uploads, never by other requests.
TEST(HttpUploads, AreAnsweredBesideOtherRequests) {
  std::latch begun(1), go_on(1);
  const RunningServer server({.workers = 1}, [&](const Request& request) {
    if (request.query == "slow") {
      begun.count_down();
      go_on.wait();
    }
    return RunningServer::echo(request);
  });
  Client slow(server.port()), second(server.port());
  slow.say(closing("POST /upload?slow", "Content-Length: 1\r\n", "x"));
  begun.wait();
  second.say(closing("POST /upload?second", "Content-Length: 1\r\n", "x"));
  EXPECT_THAT(server.answer_to(closing("GET /a")), HasSubstr("GET /a?"));
  go_on.count_down();
  EXPECT_THAT(slow.hear(), HasSubstr("POST /upload?slow 1"));
  EXPECT_THAT(second.hear(), HasSubstr("POST /upload?second 1"));
}

TEST(HttpUploads, AreRefusedWhereThereIsNoRoomForThem) {
  const UploadFolder folder;
  const RunningServer server({}, RunningServer::echo, folder.path() / "nothing");
  EXPECT_THAT(server.answer_to(closing("POST /upload", "Content-Length: 1\r\n", "x")), StartsWith("HTTP/1.1 503"));
}

TEST(HttpServer, GivesUpOnClientsThatAreTooSlow) {
  const RunningServer server(
      {.read_header = milliseconds(100), .read_body = milliseconds(100), .idle = milliseconds(100)});
  for (const std::string& beginning :
       {std::string("GET / HTT"), std::string("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab"),
        std::string()}) {
    Client client(server.port());
    const auto start = std::chrono::steady_clock::now();
    client.say(beginning);
    EXPECT_EQ(client.hear(), "") << beginning;
    EXPECT_LT(std::chrono::steady_clock::now() - start, milliseconds(4000)) << beginning;
  }
}

TEST(HttpServer, AnswersOthersWhileClientsAreIdle) {
  const RunningServer server({.workers = 1});
  std::vector<std::unique_ptr<Client>> idle;
  for (int i = 0; i < 200; ++i) idle.push_back(std::make_unique<Client>(server.port()));
  EXPECT_THAT(server.answer_to(closing("GET /a")), HasSubstr("GET /a?"));
}

TEST(HttpServer, ClosesConnectionsBeyondItsNumber) {
  const RunningServer server({.connections = 1});
  Client first(server.port());
  first.say("GET /a HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_THAT(first.hear("GET /a"), HasSubstr("GET /a"));
  Client second(server.port());
  second.say("GET /b HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(second.hear(), "");
}

TEST(HttpServer, SaysThatItIsBusyWhereTooManyWait) {
  std::latch begun(1), go_on(1);
  {
    const RunningServer server({.queued = 1, .workers = 1}, [&](const Request& request) {
      if (request.path == "/slow") {
        begun.count_down();
        go_on.wait();
      }
      return RunningServer::echo(request);
    });
    Client slow(server.port()), waits(server.port());
    slow.say(closing("GET /slow"));
    begun.wait();
    waits.say(closing("GET /waits"));
    while ((*const_cast<RunningServer&>(server)).counts().waiting < 1) std::this_thread::yield();
    EXPECT_THAT(server.answer_to(closing("GET /too-many")), StartsWith("HTTP/1.1 503"));
    EXPECT_THAT(server.answer_to(closing("GET /at-once")), HasSubstr("at once"));
    go_on.count_down();
    EXPECT_THAT(slow.hear(), HasSubstr("GET /slow"));
    EXPECT_THAT(waits.hear(), HasSubstr("GET /waits"));
  }
}

TEST(HttpServer, TurnsWhatItsHandlerThrowsIntoAnAnswer) {
  const RunningServer server({}, [](const Request&) -> Response { throw std::runtime_error("inside"); });
  const std::string answer = server.answer_to(closing("GET /"));
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 500"));
  EXPECT_THAT(answer, testing::Not(HasSubstr("inside")));
}

TEST(HttpServer, LeavesHeadersOutThatHoldALineBreak) {
  const RunningServer server({}, [](const Request&) {
    return Response{.body = "x", .headers = {{"X-Bad", "a\r\nSet-Cookie: b"}, {"X-Good", "c"}}};
  });
  const std::string answer = server.answer_to(closing("GET /"));
  EXPECT_THAT(answer, HasSubstr("X-Good: c\r\n"));
  EXPECT_THAT(answer, testing::Not(HasSubstr("Set-Cookie")));
}

TEST(HttpServer, SendsBodiesThatComeBitByBit) {
  const RunningServer server({}, [](const Request&) {
    return Response{.content_type = "text/event-stream", .stream = [](std::shared_ptr<BodyWriter> writer) {
                      std::thread([writer] {
                        for (int i = 0; i < 100; ++i) writer->write(std::to_string(i) + ";");
                        writer->end();
                      }).detach();
                    }};
  });
  const std::string answer = server.answer_to(closing("GET /"));
  EXPECT_THAT(answer, HasSubstr("\r\n\r\n0;1;2;"));
  EXPECT_THAT(answer, EndsWith("98;99;"));
}

TEST(HttpServer, TellsWhoWritesThatTheClientHasGone) {
  std::latch gone(1);
  const RunningServer server({}, [&gone](const Request&) {
    return Response{.stream = [&gone](std::shared_ptr<BodyWriter> writer) {
      std::thread([writer, &gone] {
        while (writer->write("x")) std::this_thread::sleep_for(milliseconds(1));
        gone.count_down();
      }).detach();
    }};
  });
  {
    Client client(server.port());
    client.say("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_THAT(client.hear("xx"), HasSubstr("xx"));
  }
  gone.wait();
}

TEST(HttpServer, ClosesOnClientsThatTakeNothingOfALongBody) {
  std::latch gone(1);
  const RunningServer server({}, [&gone](const Request&) {
    return Response{.stream = [&gone](std::shared_ptr<BodyWriter> writer) {
      std::thread([writer, &gone] {
        while (writer->write(std::string(100'000, 'x'))) std::this_thread::sleep_for(milliseconds(1));
        gone.count_down();
      }).detach();
    }};
  });
  Client deaf(server.port());
  deaf.say("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  gone.wait();  // some megabytes later, of which the system's own buffers hold most
}

TEST(HttpServer, AnswersWhatItBeganWhenItIsStopped) {
  std::latch begun(1);
  RunningServer server({}, [&](const Request& request) {
    begun.count_down();
    std::this_thread::sleep_for(milliseconds(50));
    return RunningServer::echo(request);
  });
  Client idle(server.port()), asks(server.port());
  asks.say("GET /a HTTP/1.1\r\nHost: x\r\n\r\n");
  begun.wait();
  (*server).stop(milliseconds(3000));
  EXPECT_THAT(asks.hear(), HasSubstr("GET /a?"));
  EXPECT_EQ(idle.hear(), "");
  server.join();
}

TEST(HttpServer, SaysWhyItCannotListen) {
  const RunningServer server;
  try {
    HttpServer second({.port = server.port()}, {});
    FAIL() << "two servers on one port";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("Address already in use"));
  }
  EXPECT_THROW(HttpServer({.address = "nowhere"}, {}), std::runtime_error);
}

TEST(QueryFields, AreDecodedAndLeftOutWhereTheyCannotBe) {
  const auto fields = query_fields("a=1&b=x%20y&c&=d&e=%zz&f=");
  const std::vector<std::pair<std::string, std::string>> expected = {{"a", "1"}, {"b", "x y"}, {"c", ""}, {"f", ""}};
  EXPECT_EQ(fields, expected);
}

}  // namespace http_server_test
}  // namespace fmplan::api
