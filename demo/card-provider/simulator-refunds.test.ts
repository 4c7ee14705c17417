import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { encodeForm, type Fields, parseAnswer } from '../../src/features/payments/opayo/form.ts'
import { registerPayment } from '../../src/features/payments/opayo/opayo.server.ts'
import { type OpayoShop, openOpayoShop } from '../../tests/support/opayo-shop.ts'
import { simulatorVendor } from './simulator.ts'

let shop: OpayoShop

beforeEach(async () => {
  shop = await openOpayoShop()
})
afterEach(() => shop.close())

describe('registering', () => {
  test('is refused field by field', async () => {
    const fields = shop.fieldsOf(shop.createReference())
    const refusal = async (changed: Fields) => {
      const answer = await registerPayment(shop.account, { ...fields, ...changed })
      return answer.ok ? 'registered' : `${answer.reason} ${answer.code}`
    }
    expect(await refusal({ Description: 'x'.repeat(101) })).toBe('refused INVALID 3082')
    expect(await refusal({ Vendor: 'nobody' })).toBe('refused INVALID 4001')
    expect(await refusal({ Amount: '54.2' })).toBe('refused INVALID 3046')
    expect(await refusal({ BillingPostCode: '' })).toBe('billing MALFORMED 5055')
    expect(await refusal({ ClientIPAddress: '2001:db8::1' })).toBe('refused INVALID 3112')
    expect(await refusal({ Unheard: 'of' })).toBe('refused INVALID 3001')
  })

  test('twice with the same reference gives the same payment; a used reference is refused', async () => {
    const first = await shop.register()
    const second = await registerPayment(shop.account, shop.fieldsOf(first.reference))
    const { providerTransactionId, secret } = first
    expect(second).toMatchObject({ ok: true, providerTransactionId, secret })
    await shop.pay(first.paymentPageUrl)
    expect(await registerPayment(shop.account, shop.fieldsOf(first.reference))).toMatchObject({
      ok: false,
      reason: 'refused',
    })
  })

  test('is repeated after a lost answer and gets the same payment', async () => {
    shop.simulator.control.fault('register_timeout_but_registered')
    const { reference, paymentPageUrl } = await shop.register()
    await shop.pay(paymentPageUrl)
    expect(shop.simulator.control.ledger(reference)).toMatchObject({ charged: 5421 })
  })

  test.each([
    ['register_500', { reason: 'unreachable', code: 'HTTP_500' }],
    ['register_malformed_lines', { reason: 'refused', code: 'UNREADABLE' }],
    ['next_url_foreign_host', { reason: 'refused', code: 'FOREIGN_NEXT_URL' }],
  ] as const)('with the fault %s fails', async (fault, expected) => {
    shop.simulator.control.fault(fault)
    expect(await registerPayment(shop.account, shop.fieldsOf(shop.createReference()))).toMatchObject({
      ok: false,
      ...expected,
    })
  })

  test('fails as unreachable when the provider is down or does not answer twice', async () => {
    const unreachable = { ...shop.account, baseUrl: 'http://127.0.0.1:9' }
    expect(await registerPayment(unreachable, shop.fieldsOf(shop.createReference()))).toMatchObject({
      reason: 'unreachable',
      code: 'NETWORK',
    })
    shop.simulator.control.fault('register_slow_20s', { waitMs: 300 })
    shop.simulator.control.fault('register_slow_20s', { waitMs: 300 })
    const silent = await registerPayment(
      { ...shop.account, timeoutMs: 50 },
      shop.fieldsOf(shop.createReference()),
    )
    expect(silent).toMatchObject({ reason: 'unreachable', code: 'TIMEOUT' })
  })
})

describe('a charged payment', () => {
  async function createCharged() {
    const payment = await shop.register()
    await shop.pay(payment.paymentPageUrl)
    const TxAuthNo = shop.notifications.at(-1)?.fields.TxAuthNo ?? ''
    return { ...payment, TxAuthNo }
  }
  type Payment = Awaited<ReturnType<typeof createCharged>>

  async function act(path: string, fields: Fields): Promise<string> {
    const response = await fetch(`${shop.simulator.url}/gateway/service/${path}.vsp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: encodeForm({ VPSProtocol: '4.00', Vendor: simulatorVendor, ...fields }),
      signal: AbortSignal.timeout(300),
    })
    const read = parseAnswer(await response.text())
    return read.ok ? `${read.fields.Status} ${read.fields.StatusDetail?.slice(0, 4)}` : 'unreadable'
  }

  function refund(payment: Payment, Amount: string, VendorTxCode = shop.createReference()): Promise<string> {
    return act('refund', {
      TxType: 'REFUND',
      VendorTxCode,
      Amount,
      Currency: 'GBP',
      Description: 'Refund',
      RelatedVPSTxId: payment.providerTransactionId,
      RelatedVendorTxCode: payment.reference,
      RelatedSecurityKey: payment.secret,
      RelatedTxAuthNo: payment.TxAuthNo,
    })
  }

  function cancel(payment: Payment): Promise<string> {
    const { reference: VendorTxCode, providerTransactionId: VPSTxId, secret: SecurityKey, TxAuthNo } = payment
    return act('void', { TxType: 'VOID', VendorTxCode, VPSTxId, SecurityKey, TxAuthNo })
  }

  test('is never refunded beyond the paid amount, and a refund reference works once', async () => {
    const payment = await createCharged()
    const once = shop.createReference()
    expect(await refund(payment, '20.00', once)).toBe('OK 0000')
    expect(await refund(payment, '20.00', once)).toBe('INVALID 4042')
    expect(await refund(payment, '34.22')).toBe('INVALID 4035')
    expect(await refund(payment, '34.21')).toBe('OK 0000')
    expect(shop.simulator.control.ledger(payment.reference)).toMatchObject({ charged: 5421, refunded: 5421 })
    expect(await refund({ ...payment, secret: 'XXXXXXXXXX' }, '1.00')).toBe('INVALID 4028')
  })

  test('is refunded even when the answer is lost', async () => {
    const payment = await createCharged()
    shop.simulator.control.fault('refund_timeout_but_done')
    await expect(refund(payment, '10.00')).rejects.toThrow()
    expect(shop.simulator.control.ledger(payment.reference)).toMatchObject({ refunded: 1000 })
  })

  test('can be voided until the nightly settlement', async () => {
    const today = await createCharged()
    expect(await cancel(today)).toBe('OK 2005')
    expect(shop.simulator.control.ledger(today.reference)).toMatchObject({ state: 'voided', charged: 0 })
    const faulty = await createCharged()
    shop.simulator.control.fault('void_after_settlement')
    expect(await cancel(faulty)).toBe('INVALID 5004')
    await shop.simulator.control.advance(24 * 60)
    expect(await cancel(await createCharged())).toBe('OK 2005')
    expect(await cancel(faulty)).toBe('INVALID 5004')
  })
})
