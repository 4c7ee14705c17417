import { lowerFirst } from '../../../lib/text.ts'
import { TextLink } from '../../../ui/Actions.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Fact, Lines } from '../../../ui/Fact.tsx'
import { HistoryList } from '../../../ui/HistoryList.tsx'
import { definePage } from '../../../ui/page.ts'
import { StateLabel } from '../../../ui/StateLabel.tsx'
import { CustomerFact } from '../../accounts/CustomerFact.tsx'
import { AdminDetailFrame, OrderLinkFact, useStaffRight } from '../../back-office/AdminFrame.tsx'
import { DiscardedInputs } from '../../back-office/DiscardedInputs.tsx'
import { LineNotes } from '../../basket/lines/LineNotes.tsx'
import { ReturnPictures } from '../ReturnPictures.tsx'
import { AuthoriseForm, CreditForm, EndForm, InspectForm, ReceiveForm } from './ReturnForms.tsx'
import type { AdminReturnPageProps, AdminReturnView } from './view.ts'

/** A return for staff: what the customer sent, what was decided, and the form of the next step. */
export function AdminReturnPage(props: AdminReturnPageProps) {
  const { view, notice, errors, discardedInput } = props
  return (
    <AdminDetailFrame
      current="returns"
      name="Return"
      reference={view.number}
      state={<StateLabel state={view.label} />}
      notice={notice}
      errors={errors}
    >
      <DiscardedInputs facts={discardedInput} />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr] lg:items-start">
        <KeyFacts view={view} />
        <div className="min-w-0 space-y-6 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <Reason view={view} />
          <NextStep {...props} />
          <Progress view={view} />
          <HistoryList entries={view.history} />
        </div>
        <Facts view={view} />
      </div>
    </AdminDetailFrame>
  )
}

export const adminReturnPage = definePage('features/returns/admin/AdminReturnPage', AdminReturnPage)

/** The form of the next step, for those who may do it; the others read who does. */
function NextStep(props: AdminReturnPageProps) {
  const { state } = props.view
  const [isSales, isWarehouse] = [useStaffRight('sales'), useStaffRight('warehouse')]
  const isAccounts = useStaffRight('accounts')
  if (state === 'requested' && isSales)
    return <AuthoriseForm {...props} beside={<EndForm {...props} kind="refuse" />} />
  if (state === 'received' && isWarehouse) return <InspectForm {...props} />
  const close = isSales && <EndForm {...props} kind="close" />
  if (state === 'authorised' && isWarehouse) return <ReceiveForm {...props} beside={close} />
  if (state === 'inspected' && isAccounts && props.view.credit)
    return <CreditForm {...props} beside={close} />
  return state === 'authorised' || state === 'inspected' ? close : null
}

function Reason({ view }: { view: AdminReturnView }) {
  return (
    <Card id="reason" heading={`Reason: ${lowerFirst(view.reason)}`}>
      {view.details === '' ? (
        <p className="mt-2 text-steel">The customer wrote nothing else.</p>
      ) : (
        <p className="mt-2 max-w-prose whitespace-pre-line wrap-anywhere">“{view.details}”</p>
      )}
      {view.pictures.length > 0 && (
        <div className="mt-3">
          <ReturnPictures urls={view.pictures} number={view.number} />
        </div>
      )}
    </Card>
  )
}

const columns = [
  ['requested', 'Requested'],
  ['authorised', 'Accepted'],
  ['received', 'Received'],
  ['restocked', 'Into stock'],
  ['scrapped', 'Scrapped'],
  ['credited', 'Credited'],
] as const

/** Each line with how many pieces took each step so far. */
function Progress({ view }: { view: AdminReturnView }) {
  const [isSales, isWarehouse] = [useStaffRight('sales'), useStaffRight('warehouse')]
  const taken = columns.filter(([column]) => view.lines.some(line => line[column] !== null))
  const isListedByForm =
    view.state === 'requested'
      ? isSales
      : (view.state === 'authorised' || view.state === 'received') && isWarehouse
  if (isListedByForm) return null
  return (
    <Card id="goods" heading="Goods">
      <ul className="mt-2 divide-y divide-rule">
        {view.lines.map(line => (
          <li key={line.position} className="py-3 last:pb-0">
            <span className="code block">{line.code}</span>
            <span className="wrap-anywhere">{line.title}</span>
            <LineNotes line={line} />
            <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-2">
              {taken.map(([column, name]) => (
                <div key={column}>
                  <dt className="note">{name}</dt>
                  <dd className="font-semibold">{line[column]?.toLocaleString('en-GB') ?? '–'}</dd>
                </div>
              ))}
            </dl>
            {line.note !== '' && <p className="mt-1 text-sm wrap-anywhere">{line.note}</p>}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Which order the return is of: below the heading on phones. */
function KeyFacts({ view }: { view: AdminReturnView }) {
  return (
    <dl className="card flex flex-wrap gap-x-8 gap-y-3 p-5 max-md:p-4 lg:col-start-2 lg:block lg:space-y-5">
      <OrderLinkFact name="Order number" reference={view.reference} url={view.orderUrl} />
      <Fact name="Customer">{view.customer.company || view.customer.name}</Fact>
      <Fact name="Requested">
        {view.date}
        {view.email !== view.customer.email && <span className="block wrap-anywhere">{view.email}</span>}
      </Fact>
    </dl>
  )
}

function Facts({ view }: { view: AdminReturnView }) {
  return (
    <dl className="card space-y-5 p-5 lg:col-start-2">
      <CustomerFact name="Contact" customer={view.customer} />
      <Fact name="Comes from">
        <Lines lines={view.customer.address} />
      </Fact>
      {view.chargePercent > 0 && <Fact name="Handling charge">{`${view.chargePercent}% of the price`}</Fact>}
      {view.creditNote && (
        <Fact name="Credit note">
          <TextLink href={view.creditNote.url}>{view.creditNote.number}</TextLink>
          <span className="block">{`${view.creditNote.total} inc VAT`}</span>
        </Fact>
      )}
      {view.reply !== '' && (
        <Fact name="We wrote">
          <span className="whitespace-pre-line wrap-anywhere">{view.reply}</span>
        </Fact>
      )}
      {view.state === 'authorised' && view.hasAddress && (
        <Fact name="Documents">
          <TextLink href={`${view.url}/label.pdf`}>Return label (PDF)</TextLink>
        </Fact>
      )}
    </dl>
  )
}
