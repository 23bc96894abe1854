import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram, isExecutable } from '../../../tools/embedded/os/find-program.ts';
import { runProgram } from '../../../tools/embedded/os/run-program.ts';
import { withProgress } from '../../../tools/embedded/os/terminal.ts';
import type { LocateOptions } from '../../../tools/embedded/temporal/program.ts';
import { downloadBySdk, downloadedBySdk } from '../../../tools/embedded/temporal/sdk-download.ts';
import { firstAvailable, type Source } from '../../../tools/embedded/temporal/sources.ts';
import { drawPort } from '../ports.ts';

const VERSION = '1.38.0';
const MAIN_CLASS = 'io.temporal.testserver.TestServer';

const ADVICE =
  'The tests need it to skip time. Choose one: let this machine reach the internet, for the download of the ' +
  'Temporal SDK; or install Java 11 or later and Maven, and start again.';

/**
 * Finds Temporal's time-skipping test server, or gets it: an earlier download or build, the SDK's download, Maven.
 * @returns the path of a program, for `executable: {type: 'existing-path', path}`.
 * @throws one Error that says what was tried and what can be done.
 */
export function locateTestServer(options: LocateOptions): Promise<string> {
  return firstAvailable('Temporal test server', testServerSources(options), ADVICE, options.say);
}

/** The sources in the order in which they are asked. */
export function testServerSources(options: LocateOptions): Source[] {
  const { cacheDir, say, env } = options;
  const folder = join(cacheDir, `test-server-${VERSION}`);
  const wrapper = join(folder, 'temporal-test-server');
  const [java, mvn] = [findProgram('java', env.PATH), findProgram('mvn', env.PATH)];
  return [
    { title: 'an earlier download', obtain: () => downloadedBySdk(cacheDir, 'test-server') },
    { title: 'earlier Maven artifacts', obtain: () => (java && isExecutable(wrapper) ? wrapper : undefined) },
    { title: "the Temporal SDK's download", obtain: () => downloadBySdk(cacheDir, 'test-server', say) },
    { title: 'Maven', obtain: () => (java && mvn ? fetchWithMaven(mvn, folder, options) : undefined) },
  ];
}

async function fetchWithMaven(
  mvn: string,
  folder: string,
  { say, env, signal }: LocateOptions,
): Promise<string> {
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    writeFileSync(join(draft, 'pom.xml'), POM);
    const text = `Getting the Temporal test server ${VERSION} with Maven (once)`;
    await withProgress(text, say, async ({ update }) => {
      let files = 0;
      const onLine = (line: string) => {
        if (line.includes('Downloaded')) files += 1;
        if (files > 0) update(`${files} files`);
      };
      const args = ['--batch-mode', '-f', join(draft, 'pom.xml'), ...GOAL];
      await runProgram(mvn, args, { env, cwd: draft, onLine, signal });
    });
    writeFileSync(join(draft, 'temporal-test-server'), WRAPPER, { mode: 0o755 });
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  const program = join(folder, 'temporal-test-server');
  await archiveClasses(program, join(folder, CLASSES), env);
  return program;
}

/**
 * Keeps the classes that a start loads as Java has them in memory, so that the next one takes a third of the time: on a busy machine it took
 * longer than the 5 seconds that the SDK waits. Where Java makes no such archive (before 13), the server starts without.
 */
async function archiveClasses(program: string, archive: string, env: LocateOptions['env']): Promise<void> {
  const draft = `${archive}.${process.pid}`;
  const port = await drawPort();
  const options = { JAVA_TOOL_OPTIONS: `-XX:ArchiveClassesAtExit=${draft}` };
  const server = spawn(program, [String(port)], { env: { ...env, ...options }, stdio: 'ignore' });
  const ended = once(server, 'exit').then(() => true);
  while (!(await Promise.race([ended, isAnswered(port)]))) await sleep(50);
  server.kill();
  await ended;
  if (existsSync(draft)) renameSync(draft, archive);
}

/** Whether somebody listens on that port of this machine. */
async function isAnswered(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const answered = once(socket, 'connect').then(
    () => true,
    () => false,
  );
  return await answered.finally(() => socket.destroy());
}

const GOAL = [
  'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies',
  '-DoutputDirectory=lib',
  '-DincludeScope=runtime',
];

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>guidepost</groupId>
  <artifactId>test-server</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencies>
    <dependency>
      <groupId>io.temporal</groupId>
      <artifactId>temporal-test-server</artifactId>
      <version>${VERSION}</version>
    </dependency>
  </dependencies>
</project>
`;

const CLASSES = 'classes.jsa';
/** One short-lived server: the quick compiler alone makes it start sooner, and so do classes that were loaded before. */
const WRAPPER = `#!/bin/sh
folder=$(dirname "$0")
set -- -cp "$folder/lib/*" ${MAIN_CLASS} "$@"
[ -f "$folder/${CLASSES}" ] && set -- -XX:SharedArchiveFile="$folder/${CLASSES}" "$@"
exec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC "$@"
`;
