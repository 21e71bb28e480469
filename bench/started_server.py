"""A server of `fmplan serve` for those who load it, on a free port of the loopback."""

import re
import subprocess
import time


class StartedServer:
    """Its jobs and its log lie in `folder`."""

    def __init__(self, program, folder):
        self.process = subprocess.Popen([program, "serve", "--quiet", "--listen", "127.0.0.1:0", "--jobs-file",
                                         f"{folder}/jobs.sqlite"], stderr=open(f"{folder}/log", "w"))
        for _ in range(100):
            time.sleep(0.1)
            found = re.search(r"http://127\.0\.0\.1:(\d+)", open(f"{folder}/log").read())
            if found:
                self.port = int(found.group(1))
                return
        raise SystemExit("the server did not start")

    def resident_mb(self):
        status = open(f"/proc/{self.process.pid}/status").read()
        return int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) / 1024
