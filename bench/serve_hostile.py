#!/usr/bin/env python3
"""What unfriendly clients get of `fmplan serve`, and what a friendly one waits meanwhile.

  bench/serve_hostile.py [FMPLAN [SCENARIO]]

Starts a server on the loopback, plays each attack for some seconds beside a client that asks /v1/plan 50 times a second,
and prints a line for each: what came back, the friendly client's latencies, and the server's resident set.  Nothing but
Python's own library; ends by itself.
"""

import itertools
import os
import re
import socket
import sys
import tempfile
import threading
import time

from started_server import StartedServer

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else f"{ROOT}/build/release/app/fmplan")
SCENARIO = open(sys.argv[2] if len(sys.argv) > 2 else f"{ROOT}/scenarios/llama3-70b-p5.json", "rb").read()
SECONDS = 4.0  # of each attack


def head(line, *headers):
    return "\r\n".join([f"{line} HTTP/1.1", "Host: localhost", *headers, "", ""]).encode()


def post(path, body, *headers):
    return head(f"POST {path}", "Content-Type: application/json", f"Content-Length: {len(body)}", *headers) + body


class Server(StartedServer):
    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=15)

    def status(self, request, wait=True):
        """Of the first answer to these bytes; "closed" where none comes."""
        with self.connect() as client:
            try:
                client.sendall(request)
            except OSError:
                pass  # refused before its end: the answer is there all the same
            try:
                answer = client.recv(4096)
            except OSError:
                return "closed"
        found = re.match(rb"HTTP/1\.1 (\d+)", answer)
        return found.group(1).decode() if found else "closed"


TOKENS = itertools.count(10**7)


class Friend(threading.Thread):
    """Asks on one connection, and notes how long each answer takes."""

    def __init__(self, server):
        super().__init__(daemon=True)
        self.server, self.waits, self.failed, self.ended = server, [], 0, threading.Event()

    def run(self):
        with self.server.connect() as client:
            while not self.ended.is_set():
                # Never the same question twice, whose answer would be known.
                question = b'{"scenario": %s, "set": {"training.tokens": "%dM"}}' % (SCENARIO, next(TOKENS))
                begin = time.perf_counter()
                client.sendall(post("/v1/plan", question))
                answer = b""
                while b"\r\n\r\n" not in answer:
                    answer += client.recv(65536)
                length = int(re.search(rb"Content-Length: (\d+)", answer).group(1))
                left = length - len(answer.split(b"\r\n\r\n", 1)[1])
                while left > 0:
                    left -= len(client.recv(65536))
                self.failed += not answer.startswith(b"HTTP/1.1 200")
                self.waits.append((time.perf_counter() - begin) * 1000)
                time.sleep(0.02)


def again(server, request):
    """The same bytes over and over; the set of answers."""
    def attack(end):
        answers = set()
        while time.time() < end:
            answers.add(server.status(request))
        return ", ".join(sorted(answers))
    return attack


def slow_loris(server):
    def attack(end):
        clients = [server.connect() for _ in range(400)]
        for client in clients:
            client.sendall(b"POST /v1/plan HTTP/1.1\r\nHost: localhost\r\n")
        closed = 0
        end += 8  # beyond the ten seconds that a header may take
        while time.time() < end:
            for client in clients:
                try:
                    client.sendall(b"X-A: b\r\n")
                except OSError:
                    pass
            time.sleep(0.5)
        for client in clients:
            client.settimeout(0.01)
            try:
                closed += client.recv(1) == b""
            except ConnectionError:
                closed += 1
            except OSError:
                pass
            client.close()
        return f"{closed} of 400 closed after 12 s"
    return attack


def half_open(server):
    def attack(end):
        clients = []
        while time.time() < end:
            client = server.connect()
            client.sendall(b"GET /v1/catalog HTTP/1.1\r\nHo")
            client.shutdown(socket.SHUT_WR)
            clients.append(client)
            time.sleep(0.01)
        closed = 0
        for client in clients:
            client.settimeout(0.5)
            try:
                closed += client.recv(1) == b""
            except ConnectionError:
                closed += 1
            except OSError:
                pass
            client.close()
        return f"{closed} of {len(clients)} closed"
    return attack


def chunked(server):
    """One client after the other, so long as the attack lasts."""
    def once():
        sent, piece = 0, b"100000\r\n" + b" " * (1 << 20) + b"\r\n"
        with server.connect() as client:
            client.sendall(head("POST /v1/plan", "Content-Type: application/json", "Transfer-Encoding: chunked"))
            try:
                while sent < 200 << 20:
                    client.sendall(piece)
                    sent += 1 << 20
            except OSError:
                pass
            try:
                answer = client.recv(4096)
            except OSError:
                answer = b""
        found = re.match(rb"HTTP/1\.1 (\d+)", answer)
        return found.group(1).decode() if found else "closed", sent >> 20

    def attack(end):
        answers, most = set(), 0
        while time.time() < end:
            answer, sent = once()
            answers.add(answer)
            most = max(most, sent)
        return f"{', '.join(sorted(answers))} after {most} of 200 MiB"
    return attack


def pipelining(server):
    def attack(end):
        answers = 0
        while time.time() < end:
            with server.connect() as client:
                client.sendall(head("GET /healthz") * 500)
                heard = b""
                while heard.count(b"HTTP/1.1 200") < 500:
                    piece = client.recv(65536)
                    if not piece:
                        break
                    heard += piece
                answers += heard.count(b"HTTP/1.1 200")
        return f"{answers} answers of 200"
    return attack


def main():
    with tempfile.TemporaryDirectory() as folder:
        server = Server(PROGRAM, folder)
        long_header = head("GET /healthz", *[f"X-{i}: {'a' * 100}" for i in range(100)])
        attacks = [
            ("nobody", lambda end: time.sleep(max(0, end - time.time())) or ""),
            ("slow header, 400 connections", slow_loris(server)),
            ("half-open, 100 a second", half_open(server)),
            ("200 MiB in chunks", chunked(server)),
            ("Content-Length of 200 MiB", again(server, head("POST /v1/plan", "Content-Length: 209715200"))),
            ("100,000 brackets", again(server, post("/v1/plan", b"[" * 100_000))),
            ("100,000 objects", again(server, post("/v1/plan", b'{"a":' * 100_000))),
            ("invalid UTF-8", again(server, post("/v1/plan", b'{"scenario": "\xff\xfe"}'))),
            ("doubled keys", again(server, post("/v1/plan", b'{"scenario": {}, "scenario": {}}'))),
            ("1e999 nodes", again(server, post("/v1/scale", b'{"compute": 1e999}'))),
            ("a header of 10 KB", again(server, long_header)),
            ("line breaks in a target", again(server, head("GET /v1/scenarios/a%0d%0aSet-Cookie:%20b"))),
            ("a folded header", again(server, head("GET /healthz", "traceparent: 00\r\n X: y"))),
            ("path traversal", again(server, head("GET /v1/scenarios/..%2f..%2f..%2fetc%2fpasswd"))),
            ("length and chunks at once", again(server, head(
                "POST /v1/plan", "Content-Length: 3", "Transfer-Encoding: chunked") + b"0\r\n\r\n")),
            ("no HTTP", again(server, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 500 + b"\r\n\r\n")),
            ("500 requests in one piece", pipelining(server)),
        ]
        print(f"{'attack':32} {'answer':32} {'p50 ms':>8} {'p99 ms':>8} {'RSS MB':>8}")
        for name, attack in attacks:
            friend = Friend(server)
            friend.start()
            answer = attack(time.time() + SECONDS)
            friend.ended.set()
            friend.join(20)
            waits = sorted(friend.waits)
            note = f"  {friend.failed} failed" if friend.failed else ""
            print(f"{name:32} {answer:32} {waits[len(waits) // 2]:8.1f} {waits[int(len(waits) * 0.99)]:8.1f} "
                  f"{server.resident_mb():8.0f}{note}", flush=True)
        if server.process.poll() is not None:
            raise SystemExit("the server ended")
        server.process.terminate()
        print(f"ended with {server.process.wait(10)}")


main()
