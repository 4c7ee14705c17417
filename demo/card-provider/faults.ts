/**
 * What can go wrong between a shop, its card gateway and the buyer, each to be switched on for one payment
 * (docs/card-sandbox.md tells what each does).
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
  /** Only for this payment; else for the next that comes by. */
  readonly vendorTxCode?: string
  /** notify_after_browser: where the browser is sent before the shop is told; next_url_foreign_host: the origin. */
  readonly redirectUrl?: string
  /** Instead of the fault's usual waiting time. */
  readonly waitMs?: number
}

export type Faults = {
  arm(name: FaultName, settings?: FaultSettings): void
  /** Uses up the fault when it is armed for this payment. */
  take(name: FaultName, vendorTxCode: string): FaultSettings | null
}

export function isFaultName(text: string): text is FaultName {
  return faultNames.some(name => name === text)
}

export function createFaults(): Faults {
  const armed: { name: FaultName; settings: FaultSettings }[] = []
  return {
    arm(name, settings = {}) {
      armed.push({ name, settings })
    },
    take(name, vendorTxCode) {
      const at = armed.findIndex(
        fault => fault.name === name && (fault.settings.vendorTxCode ?? vendorTxCode) === vendorTxCode,
      )
      return at < 0 ? null : armed.splice(at, 1)[0]!.settings
    },
  }
}
