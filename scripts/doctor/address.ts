import type { RequestView } from '../../src/infra/observability/request-view.ts'
import { ok, problem, type Verdict, warning } from '../../src/lib/finding.ts'

/** A documentation address (RFC 5737) that the doctor claims to come from: a proxy must not pass it on. */
export const claimedAddress = '203.0.113.77'

export interface AddressAnswer {
  view: RequestView
  hsts: string | null
}

/** Decides whether BASE_URL, its proxy and TRUST_PROXY fit together. */
export function decideAddress(baseUrl: string, { view, hsts }: AddressAnswer): Verdict {
  const { protocol, host } = new URL(baseUrl)
  if (view.baseUrl !== baseUrl) {
    return problem(
      `The running shop has another BASE_URL, ${view.baseUrl}: restart it with the present settings.`,
    )
  }
  if (view.ip === claimedAddress) {
    return problem(
      'The proxy passes on the X-Forwarded-For of its clients, so anybody can choose an address: let it set the header itself.',
    )
  }
  if (protocol === 'https:') {
    const verdict = decideProxy(view)
    if (verdict) return verdict
    if (hsts === null) return problem('The proxy removes the header Strict-Transport-Security: let it pass.')
  }
  if (view.host !== host) {
    return warning(`The shop gets the Host ${view.host} instead of ${host}: let the proxy pass it on.`)
  }
  return ok(`${baseUrl} leads to this shop, which sees its visitors at their own addresses.`)
}

/** With https there is a proxy, because the shop itself speaks http. Null: its headers and TRUST_PROXY are right. */
function decideProxy({ peer, ip, protocol, forwardedFor, forwardedProto }: RequestView): Verdict | null {
  if (forwardedFor === null || forwardedFor === claimedAddress) {
    return problem('The proxy does not set X-Forwarded-For, so all visitors have its address.')
  }
  if (forwardedProto === null) return problem('The proxy does not set X-Forwarded-Proto.')
  if (ip === peer && !forwardedFor.split(',').some(address => address.trim() === peer)) {
    return problem(
      `TRUST_PROXY does not contain the proxy's address ${peer}, so all visitors share one rate limit.`,
    )
  }
  if (protocol !== 'https') {
    return forwardedProto === 'https'
      ? problem(
          `TRUST_PROXY does not contain the proxy's address ${peer}, so all visitors share one rate limit.`,
        )
      : problem(`The proxy sets X-Forwarded-Proto to ${forwardedProto.slice(0, 20)} instead of https.`)
  }
  return null
}
