import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sandboxVendor } from '../../demo/card-provider/card-provider.ts'
import { registerPayment } from './opayo.server.ts'
import { encodeForm, type Fields, parseAnswer } from './opayo-form.ts'
import { openTinyShop, type TinyShop } from './tiny-shop.fixture.server.ts'

let shop: TinyShop

beforeEach(async () => {
  shop = await openTinyShop()
})
afterEach(() => shop.close())

describe('registering', () => {
  test('is refused field by field', async () => {
    const fields = shop.fieldsOf(shop.newCode())
    const refusal = async (changed: Fields) => {
      const answer = await registerPayment(shop.gateway(), { ...fields, ...changed })
      return answer.ok ? 'taken' : `${answer.why} ${answer.status} ${answer.detail.slice(0, 4)}`
    }
    expect(await refusal({ Description: 'x'.repeat(101) })).toBe('refused INVALID 3082')
    expect(await refusal({ Vendor: 'nobody' })).toBe('refused INVALID 4001')
    expect(await refusal({ Amount: '54.2' })).toBe('refused INVALID 3046')
    expect(await refusal({ BillingPostCode: '' })).toBe('refused MALFORMED 5055')
    expect(await refusal({ ClientIPAddress: '2001:db8::1' })).toBe('refused INVALID 3112')
    expect(await refusal({ Unheard: 'of' })).toBe('refused INVALID 3001')
  })

  test('twice with the same code gives the same payment; a used code is refused', async () => {
    const first = await shop.registered()
    const second = await registerPayment(shop.gateway(), shop.fieldsOf(first.code))
    expect(second).toMatchObject({ ok: true, vpsTxId: first.vpsTxId, securityKey: first.securityKey })
    await shop.pay(first.nextUrl)
    expect(await registerPayment(shop.gateway(), shop.fieldsOf(first.code))).toMatchObject({
      ok: false,
      why: 'refused',
    })
  })

  test('whose answer is lost is asked again and meets the same payment', async () => {
    shop.sandbox.control.fault('register_timeout_but_registered')
    const { code, nextUrl } = await shop.registered()
    await shop.pay(nextUrl)
    expect(shop.sandbox.control.ledger(code)).toMatchObject({ charged: 5421 })
  })

  test.each([
    ['register_500', { why: 'unreachable', status: 'HTTP_500' }],
    ['register_malformed_lines', { why: 'refused', status: 'UNREADABLE' }],
    ['next_url_foreign_host', { why: 'refused', status: 'FOREIGN_NEXT_URL' }],
  ] as const)('with the fault %s is not believed', async (fault, expected) => {
    shop.sandbox.control.fault(fault)
    expect(await registerPayment(shop.gateway(), shop.fieldsOf(shop.newCode()))).toMatchObject({
      ok: false,
      ...expected,
    })
  })

  test('at a gateway that is away, or silent twice, is unreachable', async () => {
    const away = { ...shop.gateway(), baseUrl: 'http://127.0.0.1:9' }
    expect(await registerPayment(away, shop.fieldsOf(shop.newCode()))).toMatchObject({
      why: 'unreachable',
      status: 'NETWORK',
    })
    shop.sandbox.control.fault('register_slow_20s', { waitMs: 300 })
    shop.sandbox.control.fault('register_slow_20s', { waitMs: 300 })
    const silent = await registerPayment(shop.gateway(), shop.fieldsOf(shop.newCode()), 50)
    expect(silent).toMatchObject({ why: 'unreachable', status: 'TIMEOUT' })
  })
})

describe('afterwards', () => {
  async function charged() {
    const payment = await shop.registered()
    await shop.pay(payment.nextUrl)
    const TxAuthNo = shop.heard.at(-1)?.fields.TxAuthNo ?? ''
    return { ...payment, TxAuthNo }
  }
  type Payment = Awaited<ReturnType<typeof charged>>

  async function act(path: string, fields: Fields): Promise<string> {
    const response = await fetch(`${shop.sandbox.url}/gateway/service/${path}.vsp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: encodeForm({ VPSProtocol: '4.00', Vendor: sandboxVendor, ...fields }),
      signal: AbortSignal.timeout(300),
    })
    const read = parseAnswer(await response.text())
    return read.ok ? `${read.fields.Status} ${read.fields.StatusDetail?.slice(0, 4)}` : 'unreadable'
  }

  function refund(payment: Payment, Amount: string, VendorTxCode = shop.newCode()): Promise<string> {
    return act('refund', {
      TxType: 'REFUND',
      VendorTxCode,
      Amount,
      Currency: 'GBP',
      Description: 'Refund',
      RelatedVPSTxId: payment.vpsTxId,
      RelatedVendorTxCode: payment.code,
      RelatedSecurityKey: payment.securityKey,
      RelatedTxAuthNo: payment.TxAuthNo,
    })
  }

  function cancel(payment: Payment): Promise<string> {
    const { code: VendorTxCode, vpsTxId: VPSTxId, securityKey: SecurityKey, TxAuthNo } = payment
    return act('void', { TxType: 'VOID', VendorTxCode, VPSTxId, SecurityKey, TxAuthNo })
  }

  test('no more is refunded than was paid, and no refund code works twice', async () => {
    const payment = await charged()
    const once = shop.newCode()
    expect(await refund(payment, '20.00', once)).toBe('OK 0000')
    expect(await refund(payment, '20.00', once)).toBe('INVALID 4042')
    expect(await refund(payment, '34.22')).toBe('INVALID 4035')
    expect(await refund(payment, '34.21')).toBe('OK 0000')
    expect(shop.sandbox.control.ledger(payment.code)).toMatchObject({ charged: 5421, refunded: 5421 })
    expect(await refund({ ...payment, securityKey: 'XXXXXXXXXX' }, '1.00')).toBe('INVALID 4028')
  })

  test('a refund whose answer is lost was made all the same', async () => {
    const payment = await charged()
    shop.sandbox.control.fault('refund_timeout_but_done')
    await expect(refund(payment, '10.00')).rejects.toThrow()
    expect(shop.sandbox.control.ledger(payment.code)).toMatchObject({ refunded: 1000 })
  })

  test('a payment can be voided until the night’s settlement', async () => {
    const today = await charged()
    expect(await cancel(today)).toBe('OK 2005')
    expect(shop.sandbox.control.ledger(today.code)).toMatchObject({ state: 'voided', charged: 0 })
    const faulty = await charged()
    shop.sandbox.control.fault('void_after_settlement')
    expect(await cancel(faulty)).toBe('INVALID 5004')
    await shop.sandbox.control.advance(24 * 60)
    expect(await cancel(await charged())).toBe('OK 2005')
    expect(await cancel(faulty)).toBe('INVALID 5004')
  })
})
