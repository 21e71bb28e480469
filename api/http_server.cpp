#include "api/http_server.h"

#include <fmt/format.h>

#include <array>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <cctype>
#include <deque>
#include <exception>
#include <set>
#include <stdexcept>
#include <thread>
#include <utility>

#include "api/http_upload.h"

namespace fmplan::api {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using Tcp = asio::ip::tcp;
using std::chrono::milliseconds;

/// What is read at a time.
constexpr std::size_t kPieceBytes = 16 << 10;
/// Of what a refused client still sends, read so that it gets to see the answer; then the connection is closed
/// (chosen).
constexpr std::size_t kMostDrained = 4 << 20;
constexpr milliseconds kMostDraining{2'000};
/// Of a body that comes bit by bit, waiting for a client that does not take it (chosen: some thousand events).
constexpr std::size_t kMostQueuedBytes = 1 << 20;

bool has_line_break(const std::string& text) { return text.find_first_of("\r\n") != std::string::npos; }

std::string lower(beast::string_view text) {
  std::string result(text.data(), text.size());
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

int worker_count(int asked) {
  return asked > 0 ? asked : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

/// What the status of an answer to text that is no request says.
int status_of(const beast::error_code& error) {
  if (error == beast::error::timeout) return 408;
  if (error == http::error::header_limit) return 431;
  if (error == asio::error::no_buffer_space) return 503;
  if (error == http::error::body_limit || error == http::error::buffer_overflow) return 413;
  return 400;
}

/// The other side has gone, or never spoke: nobody is there to be answered.
bool is_gone(const beast::error_code& error) {
  return error == http::error::end_of_stream || error == http::error::partial_message ||
         error == asio::error::connection_reset || error == asio::error::eof ||
         error == asio::error::operation_aborted || error == asio::error::broken_pipe;
}

/// A body that goes to a file, as Beast's parser wants it.
struct UploadBody {
  using value_type = std::shared_ptr<Upload>;

  class reader {  // NOLINT(readability-identifier-naming): Beast's word
   public:
    template <class HttpHeader>
    reader(HttpHeader&, value_type& upload) : upload_(upload) {}

    void init(const boost::optional<std::uint64_t>&, beast::error_code& error) { error = {}; }
    template <class Buffers>
    std::size_t put(const Buffers& buffers, beast::error_code& error) {
      error = {};
      std::size_t taken = 0;
      for (const auto piece : beast::buffers_range_ref(buffers)) {
        if (upload_->write_piece(static_cast<const char*>(piece.data()), piece.size()) != Upload::Written::kAll) {
          error = asio::error::no_buffer_space;
          return taken;
        }
        taken += piece.size();
      }
      return taken;
    }
    void finish(beast::error_code& error) { error = {}; }

   private:
    value_type& upload_;
  };
};

}  // namespace

struct HttpServer::Impl {
  class Connection;

  Impl(ServerOptions asked, ServerHandlers answering)
      : options(std::move(asked)),
        handlers(std::move(answering)),
        acceptor(io),
        until_end(io),
        workers(static_cast<std::size_t>(worker_count(options.limits.workers))) {
    beast::error_code error;
    const auto address = asio::ip::make_address(options.address, error);
    const auto check = [&](const char* what) {
      if (error)
        throw std::runtime_error(
            fmt::format("cannot {} {}:{}: {}", what, options.address, options.port, error.message()));
    };
    check("listen on");
    const Tcp::endpoint endpoint(address, options.port);
    acceptor.open(endpoint.protocol(), error);
    check("open");
    acceptor.set_option(asio::socket_base::reuse_address(true), error);
    acceptor.bind(endpoint, error);
    check("bind");
    acceptor.listen(asio::socket_base::max_listen_connections, error);
    check("listen on");
  }

  void accept();
  void begin_stop(milliseconds grace);
  /// The last one gone ends the wait for them.
  void forget(Connection& connection) {
    connections.erase(&connection);
    counts.connections = static_cast<std::int64_t>(connections.size());
    beast::error_code ignored;
    if (stopping && !ended && connections.empty()) until_end.cancel(ignored);
  }

  ServerOptions options;
  ServerHandlers handlers;
  ServerCounts counts;
  bool stopping = false;
  bool ended = false;  ///< being destroyed, timers and all
  // Before what holds connections, which take themselves out of it.
  std::set<Connection*> connections;
  asio::io_context io{1};
  Tcp::acceptor acceptor;
  asio::steady_timer until_end;
  std::atomic<std::uint64_t> num_requests{0};
  const std::shared_ptr<UploadTotals> uploads = std::make_shared<UploadTotals>();
  // Last, so that no worker outlives what it answers with.
  asio::thread_pool workers;
  asio::thread_pool upload_worker{1};
};

/// One client: reads a request, has it answered, writes the answer, and begins again.  Lives as long as something of
/// it is under way; all of it runs on the one thread of HttpServer::run() but for Impl::handlers.answer.
class HttpServer::Impl::Connection : public std::enable_shared_from_this<Connection> {
 public:
  /// Hands pieces to the connection's thread; knows it only as long as it is open.
  class Writer final : public BodyWriter {
   public:
    explicit Writer(const std::shared_ptr<Connection>& connection)
        : io_(connection->server_.io), connection_(connection) {}

    bool write(std::string piece) override {
      return with_connection([&](std::shared_ptr<Connection> connection) {
        asio::post(io_, [connection = std::move(connection), piece = std::move(piece)]() mutable {
          connection->push(std::move(piece));
        });
      });
    }
    void end() override {
      with_connection([&](std::shared_ptr<Connection> connection) {
        asio::post(io_, [connection = std::move(connection)] { connection->end_pieces(); });
      });
    }
    void forget() { is_gone_ = true; }

   private:
    template <class Call>
    bool with_connection(const Call& call) {
      if (is_gone_) return false;
      std::shared_ptr<Connection> connection = connection_.lock();
      if (!connection) return false;
      call(std::move(connection));
      return true;
    }

    asio::io_context& io_;
    std::weak_ptr<Connection> connection_;
    std::atomic<bool> is_gone_ = false;
  };

  Connection(Impl& server, Tcp::socket socket) : server_(server), stream_(std::move(socket)) {
    server_.connections.insert(this);
    server_.counts.connections = static_cast<std::int64_t>(server_.connections.size());
  }
  ~Connection() { server_.forget(*this); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void start() {
    beast::error_code ignored;
    stream_.socket().set_option(Tcp::no_delay(true), ignored);
    await_request();
  }

  void stop_when_idle() {
    if (idle_ || writer_) close();
  }

  /// A piece of a body that comes bit by bit.
  void push(std::string piece) {
    if (!writer_) return;
    queued_bytes_ += piece.size();
    if (queued_bytes_ > kMostQueuedBytes) return close();
    pieces_.push_back(std::move(piece));
    if (pieces_.size() == 1) write_piece();
  }

  void end_pieces() {
    ended_ = true;
    if (pieces_.empty()) close();
  }

 private:
  const ServerLimits& limits() const { return server_.options.limits; }

  /// Between requests a client may take its time; from the first byte on it may not.
  void await_request() {
    upload_.reset();
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(limits().header_bytes));
    parser_->body_limit(boost::none);
    request_ = {};
    if (buffer_.size() > 0) return read_header();
    if (server_.stopping) return close();
    idle_ = true;
    stream_.expires_after(limits().idle);
    stream_.async_read_some(buffer_.prepare(kPieceBytes), [self = shared_from_this()](auto error, std::size_t size) {
      self->idle_ = false;
      if (error) return self->close();
      self->buffer_.commit(size);
      self->read_header();
    });
  }

  void read_header() {
    stream_.expires_after(limits().read_header);
    http::async_read_header(stream_, buffer_, *parser_, [self = shared_from_this()](auto error, std::size_t) {
      if (error) return self->fail(error);
      self->header_read();
    });
  }

  void header_read() {
    const auto& message = parser_->get();
    request_.id = fmt::format("{:012x}", ++server_.num_requests);
    request_.method = std::string(message.method_string());
    for (const auto& field : message)
      request_.headers.push_back({lower(field.name_string()), std::string(field.value())});
    keep_alive_ = message.keep_alive();
    const std::string target(message.target());
    const std::size_t question = std::min(target.find('?'), target.size());
    bool valid = false;
    request_.path = percent_decoded(std::string_view(target).substr(0, question), valid);
    if (question < target.size()) request_.query = target.substr(question + 1);
    if (!valid || !request_.path.starts_with('/')) return refuse(400);
    UploadTerms terms = server_.handlers.upload ? server_.handlers.upload(request_) : UploadTerms();
    if (terms.refusal) return refuse(std::move(*terms.refusal));
    const bool is_upload = terms.most_bytes > 0;
    const std::size_t most = request_.most_bytes = is_upload ? terms.most_bytes : limits().body_bytes;
    const auto length = parser_->content_length();
    if (length && *length > most) return refuse(413);
    const bool waits = beast::iequals(message[http::field::expect], "100-continue");
    if (is_upload && !begin_upload(length.value_or(0))) return refuse(503);
    is_upload ? upload_->body_limit(most) : parser_->body_limit(most);
    if (waits) return send_continue();
    read_body();
  }

  /// From here on the parser is the one that writes to a file; false where there is no room for it.
  bool begin_upload(std::uint64_t length) {
    const UploadTotals& all = *server_.uploads;
    const auto most = static_cast<std::int64_t>(limits().upload_bytes);
    if (all.files >= static_cast<std::int64_t>(limits().uploads)) return false;
    if (all.bytes + static_cast<std::int64_t>(length) > most) return false;
    try {
      const std::filesystem::path& folder = server_.options.upload_folder;
      upload_.emplace(std::move(*parser_),
                      std::make_shared<Upload>(folder.empty() ? std::filesystem::temp_directory_path() : folder,
                                               server_.uploads, most));
      return true;
    } catch (const std::runtime_error&) {
      return false;  // no folder, no descriptor
    }
  }

  void send_continue() {
    static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
    stream_.expires_after(limits().write);
    asio::async_write(stream_, asio::buffer(kContinue), [self = shared_from_this()](auto error, std::size_t) {
      if (error) return self->close();
      self->read_body();
    });
  }

  void read_body() {
    if (upload_) return read_upload();
    stream_.expires_after(limits().read_body);
    http::async_read(stream_, buffer_, *parser_, [self = shared_from_this()](auto error, std::size_t) {
      if (error) return self->fail(error);
      self->request_.body = std::move(self->parser_->get().body());
      self->answer();
    });
  }

  void read_upload() {
    stream_.expires_after(limits().read_upload);
    http::async_read(stream_, buffer_, *upload_, [self = shared_from_this()](auto error, std::size_t) {
      if (error) return self->fail(error);
      self->request_.file = std::move(self->upload_->get().body());
      self->answer();
    });
  }

  void answer() {
    stream_.expires_never();
    if (server_.handlers.at_once)
      if (std::optional<Response> response = server_.handlers.at_once(request_)) return write(std::move(*response));
    if (!request_.file && server_.counts.waiting >= static_cast<std::int64_t>(limits().queued))
      return write(server_.handlers.failure(503, request_));
    // Uploads have a number of their own.
    const int waits = request_.file ? 0 : 1;
    server_.counts.waiting += waits;
    asio::post(request_.file ? server_.upload_worker : server_.workers, [self = shared_from_this(), waits]() mutable {
      self->server_.counts.waiting -= waits;
      ++self->server_.counts.answering;
      Response response;
      try {
        response = self->server_.handlers.answer(self->request_);
      } catch (...) {
        response = self->server_.handlers.failure(500, self->request_);
      }
      self->request_.file.reset();
      --self->server_.counts.answering;
      // The connection is let go of on its own thread, never here.
      Impl& server = self->server_;
      asio::post(server.io, [self = std::move(self), response = std::move(response)]() mutable {
        self->write(std::move(response));
      });
    });
  }

  /// What could not be read has no end that is known, so the connection has one.
  void refuse(Response response) {
    keep_alive_ = false;
    drain_ = true;
    upload_.reset();
    write(std::move(response));
  }
  void refuse(int status) { refuse(server_.handlers.failure(status, request_)); }

  void fail(const beast::error_code& error) {
    const bool begun = upload_ || parser_->got_some();
    // A time-out closes the socket: nobody can be told.
    if (is_gone(error) || error == beast::error::timeout || !begun) return close();
    refuse(status_of(error));
  }

  void write(Response response) {
    if (response.stream && request_.method != "HEAD") return begin_pieces(std::move(response));
    const bool is_head = request_.method == "HEAD";
    set_head(response);
    const bool has_body = response.status != 204 && response.status != 304;
    keep_alive_ = keep_alive_ && !server_.stopping;
    message_->keep_alive(keep_alive_);
    if (has_body) message_->content_length(response.body.size());
    if (has_body && !is_head) message_->body() = std::move(response.body);
    serializer_.emplace(*message_);
    stream_.expires_after(limits().write);
    if (is_head) {
      http::async_write_header(stream_, *serializer_,
                               [self = shared_from_this()](auto error, std::size_t) { self->written(error); });
      return;
    }
    http::async_write(stream_, *serializer_,
                      [self = shared_from_this()](auto error, std::size_t) { self->written(error); });
  }

  void set_head(const Response& response) {
    constexpr unsigned kHttp11 = 11;  // as Beast writes 1.1
    message_.emplace(static_cast<http::status>(response.status), kHttp11);
    // What has no body is of no type: some clients would read one (RFC 9110, 15.4.5).
    if (response.status != 204 && response.status != 304)
      message_->set(http::field::content_type, response.content_type);
    for (const Header& header : response.headers)
      if (!has_line_break(header.name) && !has_line_break(header.value)) message_->set(header.name, header.value);
  }

  /// The body ends where the connection does.
  void begin_pieces(Response response) {
    set_head(response);
    message_->keep_alive(false);
    serializer_.emplace(*message_);
    stream_.expires_after(limits().write);
    http::async_write_header(stream_, *serializer_,
                             [self = shared_from_this(), stream = std::move(response.stream)](auto error, std::size_t) {
                               if (error) return self->close();
                               self->stream_.expires_never();
                               const auto writer = std::make_shared<Writer>(self);
                               self->writer_ = writer;
                               self->await_end();
                               stream(writer);
                             });
  }

  /// A client that goes is noticed; what it still says is not heard.
  void await_end() {
    stream_.socket().async_read_some(asio::buffer(piece_), [self = shared_from_this()](auto error, std::size_t) {
      if (error) return self->close();
      self->await_end();
    });
  }

  void write_piece() {
    // Not of the stream, whose time-out would be that of the reading, too.
    asio::async_write(stream_.socket(), asio::buffer(pieces_.front()),
                      [self = shared_from_this()](auto error, std::size_t) {
                        if (error) return self->close();
                        self->queued_bytes_ -= self->pieces_.front().size();
                        self->pieces_.pop_front();
                        if (!self->pieces_.empty()) return self->write_piece();
                        if (self->ended_) self->close();
                      });
  }

  void written(const beast::error_code& error) {
    if (error) return close();
    if (keep_alive_) return await_request();
    beast::error_code ignored;
    stream_.socket().shutdown(Tcp::socket::shutdown_send, ignored);
    if (!drain_) return close();
    stream_.expires_after(kMostDraining);
    drain(0);
  }

  /// Closed with bytes unread, a socket would take back the answer that is on its way.
  void drain(std::size_t drained) {
    if (drained > kMostDrained) return close();
    stream_.async_read_some(asio::buffer(piece_), [self = shared_from_this(), drained](auto error, std::size_t size) {
      if (error) return self->close();
      self->drain(drained + size);
    });
  }

  void close() {
    if (writer_) writer_->forget();
    writer_.reset();
    beast::error_code ignored;
    stream_.socket().shutdown(Tcp::socket::shutdown_both, ignored);
    stream_.close();
  }

  Impl& server_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::string_body>> parser_;
  std::optional<http::request_parser<UploadBody>> upload_;  ///< has taken the place of parser_
  Request request_;
  std::optional<http::response<http::string_body>> message_;
  std::optional<http::response_serializer<http::string_body>> serializer_;
  std::array<char, kPieceBytes> piece_{};
  bool idle_ = false, keep_alive_ = false, drain_ = false;
  // Of a body that comes bit by bit:
  std::shared_ptr<Writer> writer_;
  std::deque<std::string> pieces_;
  std::size_t queued_bytes_ = 0;
  bool ended_ = false;
};

void HttpServer::Impl::accept() {
  acceptor.async_accept([this](const beast::error_code& error, Tcp::socket socket) {
    if (stopping) return;
    if (!error) {
      if (connections.size() >= options.limits.connections) {
        ++counts.refused;
        socket.close();
      } else {
        std::make_shared<Connection>(*this, std::move(socket))->start();
      }
      return accept();
    }
    // Out of descriptors, say: trying again at once would only burn the processor.
    auto pause = std::make_shared<asio::steady_timer>(io, milliseconds(100));
    pause->async_wait([this, pause](const beast::error_code&) {
      if (!stopping) accept();
    });
  });
}

void HttpServer::Impl::begin_stop(milliseconds grace) {
  if (stopping) return;
  stopping = true;
  beast::error_code ignored;
  acceptor.close(ignored);
  until_end.expires_after(grace);
  until_end.async_wait([this](const beast::error_code&) { io.stop(); });
  const std::set<Connection*> open = connections;
  for (Connection* const connection : open) connection->stop_when_idle();
  if (connections.empty()) until_end.cancel();
}

HttpServer::HttpServer(ServerOptions options, ServerHandlers handlers)
    : impl_(std::make_unique<Impl>(std::move(options), std::move(handlers))) {}

HttpServer::~HttpServer() {
  for (asio::thread_pool* const pool : {&impl_->workers, &impl_->upload_worker}) pool->stop();
  for (asio::thread_pool* const pool : {&impl_->workers, &impl_->upload_worker}) pool->join();
  impl_->ended = true;
}

std::uint16_t HttpServer::port() const { return impl_->acceptor.local_endpoint().port(); }

const ServerCounts& HttpServer::counts() const { return impl_->counts; }

void HttpServer::run() {
  impl_->accept();
  impl_->io.run();
}

void HttpServer::stop(milliseconds grace) {
  asio::post(impl_->io, [this, grace] { impl_->begin_stop(grace); });
}

}  // namespace fmplan::api
