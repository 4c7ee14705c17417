import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// The first floor: Node alone, answering 2 KB of fixed JSON.

const body = Buffer.from(JSON.stringify({ filler: 'x'.repeat(2048 - '{"filler":""}'.length) }))

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
process.on('SIGTERM', () => process.exit(0))
