import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findDebianProgram } from './debian-packages.ts'
import { root } from './sources.ts'

/** Debian's nginx with the files of deploy/nginx; only names, ports and the certificate's path are replaced. */
export interface ShippedNginx {
  httpPort: number
  httpsPort: number
  /** Of its master process. */
  pid: number
  /** The file of its certificate, which no authority has signed. */
  certificate: string
  /** Checks the configuration again, after a change of its files; returns what nginx says. */
  checkConfiguration(): string
  errorLog(): string
  /** A line for each request: status, tried servers, their statuses, method, path. */
  accessLog(): string[]
  stop(): Promise<void>
}

export async function startShippedNginx(processPorts: number[]): Promise<ShippedNginx> {
  const program = findDebianProgram('nginx', 'nginx')
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'))
  chmodSync(folder, 0o755)
  const [httpPort, httpsPort] = [await findFreePort(), await findFreePort()]
  writeConfiguration(folder, { httpPort, httpsPort, processPorts })
  const parameters = ['-p', folder, '-c', join(folder, 'nginx.conf')]
  const child = spawn(program, parameters, { stdio: ['ignore', 'ignore', 'inherit'] })
  await waitForPort(httpPort, child)
  return {
    httpPort,
    httpsPort,
    pid: child.pid!,
    certificate: join(folder, 'fullchain.pem'),
    checkConfiguration: () =>
      execFileSync('sh', ['-c', '"$@" 2>&1', 'sh', program, ...parameters, '-t']).toString(),
    errorLog: () => readFileSync(join(folder, 'error.log'), 'utf8'),
    accessLog: () => readFileSync(join(folder, 'access.log'), 'utf8').trimEnd().split('\n'),
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Ports {
  httpPort: number
  httpsPort: number
  processPorts: number[]
}

function writeConfiguration(folder: string, { httpPort, httpsPort, processPorts }: Ports): void {
  cpSync(join(root, 'deploy', 'nginx'), folder, { recursive: true })
  const servers = processPorts.map(port => `server 127.0.0.1:${port} `)
  const replacements: [RegExp, string][] = [
    // Not every machine that runs the tests has IPv6.
    [/^\s*listen \[::\].*$/gm, ''],
    [/listen 80;/g, `listen 127.0.0.1:${httpPort};`],
    [/listen 443 /g, `listen 127.0.0.1:${httpsPort} `],
    [/^.*127\.0\.0\.1:3002.*$/m, ''],
    [/server 127\.0\.0\.1:3001 (.*)$/m, servers.map(server => `${server}$1`).join('\n')],
    [/shop\.example\.com/g, 'localhost'],
    [/\/etc\/letsencrypt\/live\/localhost/g, folder],
  ]
  for (const name of ['filterhouse.conf', ...includedFiles.map(file => `filterhouse/${file}`)]) {
    const file = join(folder, name)
    const text = replacements.reduce(
      (result, [from, to]) => result.replace(from, to),
      readFileSync(file, 'utf8'),
    )
    writeFileSync(file, text)
  }
  createCertificate(folder)
  mkdirSync(join(folder, 'temporary'))
  writeFileSync(join(folder, 'nginx.conf'), surroundingConfiguration)
}

const includedFiles = ['upstream.conf', 'listen.conf', 'tls.conf', 'shop.conf']

/** What Debian's own nginx.conf would be around the site. */
const surroundingConfiguration = `
daemon off;
worker_processes 2;
pid nginx.pid;
error_log error.log info;
events { worker_connections 512; }
http {
  log_format upstreams '$status $upstream_addr $upstream_status $request_method $request_uri';
  access_log access.log upstreams;
  client_body_temp_path temporary/body;
  proxy_temp_path temporary/proxy;
  fastcgi_temp_path temporary/fastcgi;
  uwsgi_temp_path temporary/uwsgi;
  scgi_temp_path temporary/scgi;
  include filterhouse.conf;
}
`

function createCertificate(folder: string): void {
  const subject = ['-subj', '/CN=localhost', '-days', '2', '-nodes', '-newkey', 'rsa:2048']
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  execFileSync(findDebianProgram('openssl', 'openssl'), ['req', '-x509', ...subject, ...files], {
    stdio: 'ignore',
  })
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

async function waitForPort(port: number, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}.`)
    const isOpen = await fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' }).then(
      () => true,
      () => false,
    )
    if (isOpen) return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}
