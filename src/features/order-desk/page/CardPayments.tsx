import { formatPounds } from '../../../lib/money.ts'
import { SubmitButton, TextLink } from '../../../ui/Actions.tsx'
import { Card } from '../../../ui/Card.tsx'
import { useStaffRight } from '../../back-office/AdminFrame.tsx'
import { getButtonClass, useNextStep } from '../use-next-step.tsx'
import type { AdminOrderPageProps } from '../view.ts'

export function CardPayments({
  order: { url, attempts, refunds, money, amountDue },
  version,
}: Pick<AdminOrderPageProps, 'order' | 'version'>) {
  const canRefund = useStaffRight('accounts')
  if (attempts.length === 0) return null
  // A payment that is all there is says so itself.
  const isOnePayment = attempts.some(({ amount }) => amount === money?.paid)
  return (
    <Card id="money" heading="Payments" className="mt-6">
      {money && (money.back > 0 || amountDue > 0 || !isOnePayment) && (
        <p className="mt-2">
          Paid {formatPounds(money.paid)}
          {money.back > 0 && `, refunded ${formatPounds(money.back)}`}
          {amountDue > 0 && `, ${formatPounds(amountDue)} still to be paid`}
          {money.back > 0 && money.left > 0 && `, ${formatPounds(money.left)} left`}
        </p>
      )}
      <ul className="mt-3 divide-y divide-rule border-y border-rule">
        {attempts.map(attempt => (
          <li key={attempt.id} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-2">
            <span>
              {formatPounds(attempt.amount)} {attempt.what}
              {attempt.card !== '' && <span className="text-steel">, {attempt.card}</span>}
            </span>
            <span className="note">
              <time dateTime={attempt.iso}>{attempt.when}</time>
              {attempt.code !== '' && <span className="wrap-anywhere"> · {attempt.code}</span>}
            </span>
          </li>
        ))}
      </ul>
      {refunds.length > 0 && (
        <>
          <h3 className="mt-5 font-semibold">Refunds</h3>
          <ul className="mt-2 divide-y divide-rule border-y border-rule">
            {refunds.map((refund, index) => (
              // Refunds are only added: each keeps its index.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <li key={index} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-2">
                <span className={refund.hasProblem ? 'font-semibold text-danger' : undefined}>
                  {formatPounds(refund.amount)} {refund.what}
                </span>
                <span className="note wrap-anywhere">
                  <time dateTime={refund.iso}>{refund.when}</time>
                  {refund.who !== '' && ` · ${refund.who}`} · {refund.reason}
                </span>
                {canRefund && refund.refusedId !== null && (
                  <form
                    method="post"
                    action={`${url}/refunds/${refund.refusedId}/send-again`}
                    className="no-print w-full"
                  >
                    <input type="hidden" name="seen" value={version} />
                    <SubmitButton className="mt-1">Refund {formatPounds(refund.amount)} again</SubmitButton>
                  </form>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

/** What the customer has still to pay by card, and the form that sends the link again. */
export function PaymentDue({ order, requestKey }: Pick<AdminOrderPageProps, 'order' | 'requestKey'>) {
  const canEnter = useStaffRight('accounts')
  const canSend = useStaffRight('sales')
  const nextClass = getButtonClass(useNextStep(order) === 'pay')
  const { amountDue, money, paymentUrl, isPaidByHand, url } = order
  if (amountDue === 0) return null
  return (
    <div className="mb-6 border-l-4 border-amber bg-wash p-4">
      <p className="wrap-anywhere">
        {order.dueText}
        {order.isCorrected && money && (
          <>
            {' '}
            If the customer no longer wants the change, undo it with{' '}
            {canSend && order.canCorrect ? (
              <TextLink href={`${url}/correct`}>Correct order</TextLink>
            ) : (
              'Correct order'
            )}
            .
          </>
        )}
      </p>
      {paymentUrl !== '' && (
        <p className="mt-2 wrap-anywhere">
          Payment link: <span className="code whitespace-normal">{paymentUrl}</span>
        </p>
      )}
      <div className="no-print mt-3 flex flex-wrap items-center gap-x-6 gap-y-3">
        {canSend && order.linkButton !== '' && (
          <form method="post" action={`${url}/payment-link`}>
            <input type="hidden" name="request" value={requestKey} />
            <button type="submit" className={isPaidByHand ? 'button' : nextClass}>
              {order.linkButton}
            </button>
          </form>
        )}
        {(canSend || canEnter) && (
          <a href={order.enterPaymentUrl} className={isPaidByHand ? `order-first ${nextClass}` : 'link'}>
            Enter a payment
          </a>
        )}
      </div>
    </div>
  )
}
