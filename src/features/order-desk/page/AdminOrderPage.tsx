import { formatPounds } from '../../../lib/money.ts'
import { ButtonLink, TextLink } from '../../../ui/Actions.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Served } from '../../../ui/Document.tsx'
import { Fact, Lines } from '../../../ui/Fact.tsx'
import { HistoryList } from '../../../ui/HistoryList.tsx'
import { definePage } from '../../../ui/page.ts'
import { StateLabel } from '../../../ui/StateLabel.tsx'
import { TextFact } from '../../../ui/TextFact.tsx'
import { CustomerFact } from '../../accounts/CustomerFact.tsx'
import { AdminDetailFrame, OrderLinkFact, useStaffRight } from '../../back-office/AdminFrame.tsx'
import { DiscardedInputs } from '../../back-office/DiscardedInputs.tsx'
import { holdRights } from '../../back-office/navigation.ts'
import { DocumentsSection } from '../../billing/DocumentsSection.tsx'
import { EmailsSection } from '../../correspondence/EmailsSection.tsx'
import { ConsignmentsSection } from '../../order-pages/ConsignmentsSection.tsx'
import { ReturnsSection } from '../../order-pages/ReturnsSection.tsx'
import { DelayForm, DelayNotice } from '../despatch/DelayForm.tsx'
import { DespatchForm } from '../despatch/DespatchForm.tsx'
import { FreeReasonForm } from '../despatch/FreeReasonForm.tsx'
import { HeldNotice, HoldForm } from '../despatch/HoldForms.tsx'
import { toSummaryErrors } from '../discarded-input.ts'
import { CancelForm, RefundForm } from '../refunds/RefundForm.tsx'
import { type GoodsShare, goodsShareTexts } from '../state-view.ts'
import type { AdminOrderPageProps, AdminOrderView } from '../view.ts'
import { AdminParcels } from './AdminParcels.tsx'
import { CardPayments, PaymentDue } from './CardPayments.tsx'
import { MessageForm, NoteForm, OpenMessages } from './MessageForms.tsx'
import { StillToGo } from './StillToGo.tsx'

/** An order for staff: customer, lines, parcels, payments, history, and the forms to despatch, hold, cancel and refund it. */
export function AdminOrderPage(props: AdminOrderPageProps) {
  const { order, discardedInput, notice, errors } = props
  const canSendEmails = useStaffRight('sales')
  return (
    <AdminDetailFrame
      current="orders"
      name="Order"
      reference={order.reference}
      state={<Heading order={order} />}
      notice={notice}
      errors={toSummaryErrors(order, errors)}
    >
      <DiscardedInputs facts={discardedInput} />
      <PaymentDue {...props} />
      <HeldNotice {...props} />
      <FreeReasonForm {...props} />
      <DelayNotice {...props} />
      <RefundProblems order={order} />
      <OpenMessages {...props} />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr] lg:items-start">
        <div className="min-w-0 *:first:mt-0">
          <DespatchForm {...props} />
          <StillToGo order={order} />
          <Actions {...props} />
          <AdminParcels {...props} />
          <Served part={props.lines} />
          {order.parcels.length === 0 && order.toCome === null && (
            <ConsignmentsSection view={order.consignments} heading="As the customer sees it" />
          )}
          <CardPayments {...props} />
          <DocumentsSection documents={order.documents} />
          <ReturnsSection returns={props.returns} />
        </div>
        <div className="space-y-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <Customer order={order} />
          <Facts order={order} />
        </div>
        <div className="min-w-0 *:first:mt-0">
          <HistoryList entries={order.history} />
          <EmailsSection
            emails={order.emails}
            recipients={order.customer.email}
            url={order.url}
            requestKey={props.requestKey}
            canSend={canSendEmails}
            {...(order.parcels.length > 0 && { changes: parcelEmailChanges })}
          />
        </div>
      </div>
    </AdminDetailFrame>
  )
}

export const adminOrderPage = definePage('features/order-desk/page/AdminOrderPage', AdminOrderPage)

const parcelEmailChanges = ', with a parcel’s carrier and tracking number as they are now'

/** The state of the order, what of it has left, and when the rest is due. On narrow screens also whose it is. */
function Heading({ order: { state, heading, customer, company } }: { order: AdminOrderView }) {
  return (
    <div className="w-full">
      <p className="mb-1 flex flex-wrap items-center gap-x-4 wrap-anywhere lg:hidden">
        {[...(company ? [company.name] : []), customer.name].join(' · ')}
        {customer.telephone !== '' && (
          <a href={customer.telephoneUrl} className="link -my-2.5 tap-target">
            {customer.telephone}
          </a>
        )}
      </p>
      <p className="flex flex-wrap items-baseline gap-x-3 max-sm:flex-col">
        <StateLabel state={state} />
        {heading.goods && <GoodsLabel {...heading.goods} className="font-semibold" />}
      </p>
      {heading.due.map(({ text, isLate }) => (
        <p key={text} className={`text-pretty ${isLate ? 'font-semibold text-late' : ''}`}>
          {text}
        </p>
      ))}
      {heading.sent && <Sent {...heading.sent} />}
    </div>
  )
}

function Sent({ text, carrier, trackingUrl }: NonNullable<AdminOrderView['heading']['sent']>) {
  return (
    <p className="note">
      {text}
      {carrier !== '' && ', '}
      {trackingUrl === null ? (
        carrier
      ) : (
        <a href={trackingUrl} className="link -my-2.5 tap-target">
          {carrier}
          <span className="sr-only">: where the parcel is</span>
        </a>
      )}
    </p>
  )
}

/** The forms that change the order as a whole, for those who may send them: above what is on record. */
function Actions(props: AdminOrderPageProps) {
  const { order } = props
  const canRefund = useStaffRight('accounts') && order.credit !== null
  const canHold = useStaffRight(holdRights) && order.canHold
  const canCancel = useStaffRight('sales') && order.canCancel
  const canWrite = useStaffRight('sales')
  return (
    <div className="button-row order-actions no-print mb-6">
      <NoteForm {...props} />
      {canWrite && <MessageForm {...props} />}
      {canWrite && order.canCorrect && <ButtonLink href={`${order.url}/correct`}>Correct order</ButtonLink>}
      {canRefund && <RefundForm {...props} />}
      <DelayForm {...props} />
      {canHold && <HoldForm {...props} />}
      {canCancel && <CancelForm {...props} />}
    </div>
  )
}

/** Money that did not go back: staff send it again, or wait for the provider's answer. */
function RefundProblems({ order: { refunds } }: { order: AdminOrderView }) {
  const problems = refunds.filter(({ hasProblem }) => hasProblem)
  if (problems.length === 0) return null
  return (
    <p className="mb-6 border-l-4 border-danger bg-surface p-4">
      <span className="font-semibold">
        {problems.length === 1 ? 'A refund has not gone through: ' : 'Refunds have not gone through: '}
        {problems.map(({ amount }) => formatPounds(amount)).join(', ')}.
      </span>{' '}
      <TextLink href="#money">See the card payment</TextLink>
    </p>
  )
}

function Customer({
  order: { customer, company, deliveryOrCollection, billing },
}: {
  order: AdminOrderView
}) {
  const isSameAddress = billing.join('\n') === deliveryOrCollection.lines.join('\n')
  return (
    <Card id="customer" heading={company ? company.name : customer.name}>
      <dl className="mt-3 grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
        {company && <Fact name="Account">{company.accountNumber}</Fact>}
        <CustomerFact name="Ordered by" customer={customer} />
        {customer.taxCode !== '' && <Fact name="TAX/EORI code">{customer.taxCode}</Fact>}
      </dl>
      <dl className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
        <Fact name={deliveryOrCollection.name}>
          <Lines lines={deliveryOrCollection.lines} />
        </Fact>
        <Fact name="Bill to">{isSameAddress ? 'The same address' : <Lines lines={billing} />}</Fact>
      </dl>
    </Card>
  )
}

function Facts({ order }: { order: AdminOrderView }) {
  const { purchaseOrder, deliveryInstructions, madeFrom, madeInto } = order
  const handing = order.deliveryOrCollection.name === 'Deliver to' ? 'Delivery' : 'Collection'
  return (
    <Card id="facts" heading={`${handing} and payment`}>
      <dl className="mt-3 space-y-4">
        <Fact name={order.isDayOpen ? `${handing} requested` : handing}>{order.deliveryText}</Fact>
        <TextFact name="Delivery instructions" text={deliveryInstructions} />
        <Fact name="Payment">{order.method}</Fact>
        <TextFact name="PO number" text={purchaseOrder} />
        <Fact name="Ordered">{order.at}</Fact>
        <TextFact name="Taken by" text={order.takenBy} />
        {madeFrom && <OrderLinkFact {...madeFrom} />}
        {madeInto && <OrderLinkFact name="Ordered as" {...madeInto} />}
      </dl>
    </Card>
  )
}

interface GoodsLabelProps {
  share: GoodsShare
  text?: string
  className?: string
}

const colours: Record<GoodsShare, string> = { all: 'text-stock', some: '', none: 'text-late' }

function GoodsLabel({ share, text = goodsShareTexts[share], className = 'text-sm' }: GoodsLabelProps) {
  return <span className={`${className} whitespace-nowrap ${colours[share]}`}>{text}</span>
}
