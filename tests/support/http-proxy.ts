import { once } from 'node:events'
import { createServer, type OutgoingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface HttpProxy {
  url: string
  /** The shop's address; requests before it is known fail. */
  target: string
  close(): Promise<void>
}

/** A reverse proxy that changes the headers of requests, and those of answers. */
export async function startHttpProxy({
  toShop = headers => headers,
  toVisitor = headers => headers,
}: {
  toShop?: (headers: OutgoingHttpHeaders) => OutgoingHttpHeaders
  toVisitor?: (headers: OutgoingHttpHeaders) => OutgoingHttpHeaders
} = {}): Promise<HttpProxy> {
  const proxy: HttpProxy = { url: '', target: '', close: async () => {} }
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming
    const forwarded = request(proxy.target + url, { method, headers: toShop(headers) }, answer => {
      outgoing.writeHead(answer.statusCode ?? 502, toVisitor(answer.headers))
      answer.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  proxy.close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return proxy
}
