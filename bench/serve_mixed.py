#!/usr/bin/env python3
"""Whether `fmplan serve` leaks or fails under mixed load with jobs and cancels.

  bench/serve_mixed.py [FMPLAN [MINUTES]]

Ten minutes unless told otherwise: eight clients ask plans, steps, runs, sweeps, programmes, files and nonsense in a fixed
mixture, hand in jobs, look at them, listen to them and cancel half.  Prints answers by status, and the server's resident
set minute by minute; ends with 1 where an answer is 5xx but 503, or where the resident set of a later minute's end is
more than 5 % from that of the first.  Nothing but Python's own library.
"""

import collections
import http.client
import json
import os
import random
import sys
import tempfile
import threading
import time

from started_server import StartedServer

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else f"{ROOT}/build/release/app/fmplan")
MINUTES = float(sys.argv[2]) if len(sys.argv) > 2 else 10
CLIENTS = 8
MOST_CHANGE = 0.05  # of the resident set, after the first minute


class Client(threading.Thread):
    """Asks one thing after another, as a seed says."""

    def __init__(self, server, number, end, counts, lock):
        super().__init__(daemon=True)
        self.server, self.random, self.end, self.counts, self.lock = server, random.Random(number), end, counts, lock
        self.jobs = []
        self.connection = None

    def ask(self, method, path, body=None):
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        text = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        try:
            self.connection.request(method, path, text, {"Content-Type": "application/json"})
            answer = self.connection.getresponse()
            content, status = answer.read(), answer.status
        except (OSError, http.client.HTTPException):
            self.connection, content, status = None, b"", "cut"
        with self.lock:
            self.counts[(path.split("?")[0] if "/jobs/" not in path else "/v1/jobs/…", status)] += 1
        return status, content

    def scenario(self, name):
        return json.loads(self.ask("GET", f"/v1/scenarios/{name}")[1])

    def hand_in(self, kind, question):
        status, content = self.ask("POST", "/v1/jobs", {"kind": kind, "question": question})
        if status == 202:
            self.jobs.append(json.loads(content)["id"])

    def look_at_job(self):
        if not self.jobs:
            return
        job = self.random.choice(self.jobs)
        what = self.random.choice(["", "/result", "/result?format=jsonl", "cancel", "cancel", "cancel"])
        if what == "cancel":
            self.ask("DELETE", f"/v1/jobs/{job}")
            self.jobs.remove(job)
        else:
            self.ask("GET", f"/v1/jobs/{job}{what}")

    def run(self):
        scenario, programme = self.scenario("llama3-70b-p5"), self.scenario("two-teams")
        while time.time() < self.end:
            tokens = {"training.tokens": f"{self.random.randrange(10**6, 10**7)}M"}
            nodes = {"cluster.nodes": "64..128:8"}
            choice = self.random.random()
            if choice < 0.5:
                self.ask("POST", "/v1/plan", {"scenario": scenario, "set": tokens})
            elif choice < 0.6:
                self.ask("POST", self.random.choice(["/v1/step", "/v1/memory"]), {"scenario": scenario, "set": tokens})
            elif choice < 0.65:
                self.ask("POST", "/v1/run", {"scenario": scenario, "set": tokens, "trials": 200, "no_changes": True})
            elif choice < 0.70:
                self.ask("POST", "/v1/sweep", {"scenario": scenario, "set": {**nodes, **tokens}})
            elif choice < 0.72:
                self.ask("POST", "/v1/programme", {"programme": programme, "no_proof": True, "trials": 50})
            elif choice < 0.74:
                kind = self.random.choice(["focus", "xlsx", "ics"])
                self.ask("POST", f"/v1/export/{kind}", {"programme": programme, "no_proof": True, "trials": 50})
            elif choice < 0.80:
                self.ask("POST", "/v1/plan", self.random.choice(
                    [b"{", b"[" * 1000, b'{"scenario": 7}', b'{"scenario": {"version": 1, "nmae": 3}}', b"\xff"]))
            elif choice < 0.84:
                self.ask("GET", self.random.choice(["/metrics", "/", "/openapi.json", "/v1/catalog/instances",
                                                    "/v1/jobs?limit=50", "/v1/nothing", "/v1/scenarios"]))
            elif choice < 0.87:
                self.hand_in("run", {"scenario": scenario, "set": tokens, "trials": 2000, "no_changes": True})
            elif choice < 0.88:
                self.hand_in("sweep", {"scenario": scenario, "set": {**nodes, **tokens}, "answer": "run", "trials": 500})
            else:
                self.look_at_job()


def main():
    with tempfile.TemporaryDirectory() as folder:
        server = StartedServer(PROGRAM, folder)
        begin = time.time()
        counts, lock = collections.Counter(), threading.Lock()
        clients = [Client(server, number, begin + MINUTES * 60, counts, lock) for number in range(CLIENTS)]
        for client in clients:
            client.start()
        sizes = []
        while time.time() < begin + MINUTES * 60:
            time.sleep(max(0, begin + 60 * (len(sizes) + 1) - time.time()))
            sizes.append(server.resident_mb())
            with lock:
                asked = sum(counts.values())
            print(f"minute {len(sizes):2}: {asked:8} requests, resident set {sizes[-1]:6.1f} MB", flush=True)
        for client in clients:
            client.join(90)
        by_status = collections.Counter()
        for (_, status), count in counts.items():
            by_status[status] += count
        print("answers by status: " + ", ".join(f"{status}: {count}" for status, count in
                                                sorted(by_status.items(), key=str)))
        bad = {f"{path} {status}": count for (path, status), count in counts.items()
               if status == "cut" or status >= 500 and status != 503}
        change = max(abs(size / sizes[0] - 1) for size in sizes)
        print(f"resident set changed by at most {100 * change:.1f} % after the first minute (goal 5 %)")
        if bad:
            print(f"not well: {bad}")
        server.process.terminate()
        print(f"ended with {server.process.wait(10)}")
        sys.exit(1 if bad or change > MOST_CHANGE else 0)


main()
