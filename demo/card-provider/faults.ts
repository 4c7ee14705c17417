/**
 * Faults between the shop, the card provider and the customer; each is enabled for one payment
 * (docs/card-sandbox.md describes them).
 */
export const faultNames = [
  'bad_signature',
  'lowercase_signature',
  'signature_v3_only',
  'tamper_status',
  'wrong_vpstxid',
  'unknown_vendortxcode',
  'replay_other_order',
  'latin1_bytes',
  'repeated_keys',
  'huge_body',
  'pending_status',
  'registered_status',
  'duplicate_x2_parallel',
  'duplicate_after_1h',
  'drop_our_answer',
  'notify_before_register_answer',
  'notify_after_browser',
  'notify_timeout_then_retry',
  'never_notify',
  'user_cancels',
  'user_closes_frame',
  'double_submit_in_frame',
  'decline_then_retry_ok',
  '3ds_challenge_fail',
  '3ds_abandon',
  '3ds_replaces_frame',
  'redirect_top',
  'register_500',
  'register_timeout_but_registered',
  'register_slow_20s',
  'register_malformed_lines',
  'ok_repeated',
  'next_url_foreign_host',
  'refund_timeout_but_done',
  'refund_500',
  'refund_refused',
  'void_timeout_but_done',
  'void_after_settlement',
] as const
export type FaultName = (typeof faultNames)[number]

export type FaultSettings = {
  /** Limits the fault to this payment; otherwise the next payment gets it. */
  readonly vendorTxCode?: string
  /** notify_after_browser: where the browser is sent before the shop is notified; next_url_foreign_host: the origin. */
  readonly redirectUrl?: string
  /** Overrides the fault's delay. */
  readonly waitMs?: number
}

export type Faults = {
  enable(name: FaultName, settings?: FaultSettings): void
  /** Returns and disables the fault when it is enabled for this payment; otherwise null. */
  consume(name: FaultName, vendorTxCode: string): FaultSettings | null
}

export function isFaultName(text: string): text is FaultName {
  return faultNames.some(name => name === text)
}

export function createFaults(): Faults {
  const enabled: { name: FaultName; settings: FaultSettings }[] = []
  return {
    enable(name, settings = {}) {
      enabled.push({ name, settings })
    },
    consume(name, vendorTxCode) {
      const index = enabled.findIndex(
        fault => fault.name === name && (fault.settings.vendorTxCode ?? vendorTxCode) === vendorTxCode,
      )
      return index < 0 ? null : enabled.splice(index, 1)[0]!.settings
    },
  }
}
