import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { close, listen } from "./model";

/** Starts a server of the test's own, which it may kill, and waits for a line that it prints. */
export async function serve(home: string, port: number, prefix: string, settings: Record<string, string>) {
  const child = spawn(
    process.env.STEWARD_PROGRAM ?? "",
    ["serve", "--home", home, "--listen", `127.0.0.1:${port}`],
    { cwd: home, env: { PATH: process.env.PATH, ...settings }, stdio: ["ignore", "pipe", "ignore"] },
  );
  const lines = createInterface({ input: child.stdout });
  const line = await new Promise<string>((found, failed) => {
    lines.on("line", (line) => line.startsWith(prefix) && found(line.slice(prefix.length)));
    child.once("exit", () => failed(new Error(`the server ended before it printed "${prefix}"`)));
  });
  return { child, line };
}

export async function kill(child: ChildProcess) {
  const ended = new Promise((done) => child.once("exit", done));
  child.kill("SIGKILL");
  await ended;
}

export async function freePort() {
  const server = createServer();
  const port = await listen(server);
  await close(server);
  return port;
}
