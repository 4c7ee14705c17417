import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { toClientNetwork } from '../rate-limit/client-network.ts'
import type { Limits } from '../rate-limit/limits.ts'

interface ConnectionOptions {
  limits: Pick<Limits, 'connections' | 'connectionsPerAddress'>
  /** A proxy's connections carry the requests of many clients. */
  isProxy: (address: string) => boolean
  log: Logger
}

/** All connections, or those of a client network. */
interface ConnectionGroup {
  limit: number
  open: Set<Socket>
  /** Those without a request, the one that has waited longest first. A proxy's are not among them. */
  waiting: Set<Socket>
}

const createGroup = (limit: number): ConnectionGroup => ({ limit, open: new Set(), waiting: new Set() })
const logPauseMs = 60_000

/**
 * Limits the open connections, in all and of one client network. At a limit the connection that has waited longest for a
 * request is closed in favour of the new one, so that a client who opens many and sends nothing keeps no others out; when
 * all of them are being answered, the new one is closed. A proxy's connections count in all only and are never closed,
 * because its next request may be on its way.
 */
export function limitConnections(server: Server, { limits, isProxy, log }: ConnectionOptions): void {
  const all = createGroup(limits.connections)
  const byNetwork = new Map<string, ConnectionGroup>()
  const logLimit = createPausedLog(() =>
    log.warn({ connections: all.open.size, networks: byNetwork.size }, 'A limit of connections is reached.'),
  )
  const getGroup = (network: string): ConnectionGroup => {
    const group = byNetwork.get(network) ?? createGroup(limits.connectionsPerAddress)
    byNetwork.set(network, group)
    return group
  }
  const groupsOf = new WeakMap<Socket, ConnectionGroup[]>()

  server.on('connection', socket => {
    const address = socket.remoteAddress ?? ''
    const network = isProxy(address) ? null : toClientNetwork(address)
    const groups = network === null ? [all] : [getGroup(network), all]
    for (const { open, waiting, limit } of groups) {
      if (open.size < limit) continue
      logLimit()
      const [longest] = waiting
      if (!longest) return void socket.destroy()
      leave(longest)
      longest.destroy()
    }
    groupsOf.set(socket, groups)
    for (const { open } of groups) open.add(socket)
    if (network !== null) startWaiting(socket)
    socket.once('close', () => {
      leave(socket)
      if (network !== null && getGroup(network).open.size === 0) byNetwork.delete(network)
    })
  })
  server.on('request', ({ socket }, response) => {
    if (!stopWaiting(socket)) return
    response.once('close', () => startWaiting(socket))
  })

  const leave = (socket: Socket) => {
    stopWaiting(socket)
    for (const { open } of groupsOf.get(socket) ?? []) open.delete(socket)
  }
  const startWaiting = (socket: Socket) => {
    if (!socket.destroyed) for (const { waiting } of groupsOf.get(socket) ?? []) waiting.add(socket)
  }
  const stopWaiting = (socket: Socket): boolean => {
    const groups = groupsOf.get(socket) ?? []
    return groups.map(({ waiting }) => waiting.delete(socket)).includes(true)
  }
}

/** Logs at most once a minute. */
function createPausedLog(write: () => void): () => void {
  let at = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - at < logPauseMs) return
    at = performance.now()
    write()
  }
}
