import { type FormEvent, useEffect, useRef, useState } from 'react'
import { consignmentMessages } from '../../lib/availability.ts'
import { formatDecimal, formatPounds } from '../../lib/money.ts'
import { TextLink } from '../../ui/Actions.tsx'
import { send } from '../../ui/browser/send.ts'
import { Card } from '../../ui/Card.tsx'
import { TextField } from '../../ui/forms/Field.tsx'
import {
  ConfirmField,
  MoneyField,
  OfChoice,
  RadioField,
  SelectField,
  TextAreaField,
} from '../../ui/forms/FormFields.tsx'
import { FormResult } from '../../ui/forms/FormResult.tsx'
import { createChoiceProps, createFieldProps } from '../../ui/forms/field-props.ts'
import { definePage } from '../../ui/page.ts'
import { AdminFrame, useStaffRight } from '../back-office/AdminFrame.tsx'
import { freeReasons } from '../orders/free-reason.ts'
import { channelNames } from '../orders/messages.ts'
import { CallerFields, type CallerFieldsProps, DeliverTo } from './CallerFields.tsx'
import { CallerSearch, type CallerSearchProps } from './CallerSearch.tsx'
import { EntryLines, UnreadLines } from './EntryLines.tsx'
import { type EntryEnd, type EntryForm, endNames, entryUrl, toEntryUrl } from './entry.ts'
import type { EntryLine, EntryTotals, UnreadLine } from './entry-view.ts'
import { PaidNow } from './PaidNow.tsx'
import type { enterOrder } from './schemas.ts'

export interface OrderEntryPageProps extends CallerSearchProps, Omit<CallerFieldsProps, 'form'> {
  /** Null: the customer is to be chosen. */
  form: EntryForm | null
  lines: EntryLine[]
  unread: UnreadLine[]
  deliveryChoices: { value: string; text: string }[]
  /** The one that is calculated with; ''. */
  delivery: string
  isDeliveryProposed: boolean
  /** Why none is proposed; ''. */
  deliveryNote: string
  /** Why an order on account will be held; null: it won't. */
  creditWarning: string | null
  /** How it can end for this customer. */
  ends: EntryEnd[]
  /** Why some ends are left out; null: none is. */
  endNote: string | null
  /** A part of the goods is on back order, and the rest is in stock. */
  isPartLater: boolean
  /** Null: nothing is ordered yet. */
  totals: EntryTotals | null
  notice: string | null
}

/** An order for somebody who calls: first whose it is, then what they want, how it gets there and how it is paid. */
export function OrderEntryPage(props: OrderEntryPageProps) {
  const { form, errors, notice } = props
  return (
    <AdminFrame current="orders" title={props.end === 'quote' ? 'New quote' : 'New order'}>
      <FormResult notice={notice} errors={errors} />
      {form ? <EntryFormCards {...props} form={form} /> : <CallerSearch {...props} />}
      <p className="no-print mt-6">
        <TextLink href="/admin/orders">All orders</TextLink>
      </p>
    </AdminFrame>
  )
}

export const orderEntryPage = definePage('features/order-entry/OrderEntryPage', OrderEntryPage)

type EntryCardsProps = OrderEntryPageProps & { form: EntryForm }

const saveAfterMs = 700

function EntryFormCards(props: EntryCardsProps) {
  const { form, lines, errors, unread, totals } = props
  const [hasNewParts, setNewParts] = useState(false)
  const isPriceNext = hasNewParts || lines.length === 0 || unread.length > 0 || totals === null
  const [end, setEnd] = useState(form.end)
  const [delivery, setDelivery] = useState(props.delivery)
  const ending = { ...props, end, isNext: !isPriceNext }
  const draftUrl = toEntryUrl(form.request_key, form.customer)
  // A reload of the page that answers a press displays the draft, instead of sending the press again.
  useEffect(() => {
    if (!location.search.includes('draft=')) history.replaceState(history.state, '', draftUrl)
  }, [draftUrl])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // What is typed is stored as it is typed: a reload, or a restart of the server, loses none of it.
  const onInput = ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
    const { name, value } = target as HTMLInputElement
    if (name === 'end') setEnd(value as EntryEnd)
    if (name === 'delivery') setDelivery(value)
    if (/^(?:lines$|quantities\b)/.test(name)) setNewParts(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => storeDraft(currentTarget), saveAfterMs)
  }
  return (
    <form
      method="post"
      action={entryUrl}
      noValidate
      onInput={onInput}
      onSubmit={() => clearTimeout(timer.current)}
      className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start [&_:is(button,input,summary)]:scroll-mb-24"
    >
      <input type="hidden" name="request_key" value={form.request_key} />
      {/* Enter in a field checks: the first button of a form is the one that it presses. */}
      <button type="submit" name="step" value="check" tabIndex={-1} aria-hidden="true" className="sr-only" />
      <CallerFields {...props} />
      <div className="space-y-6">
        <Card id="what" heading="What do they want?">
          <div className="mt-3">
            <TextAreaField
              {...createFieldProps(form, errors)('lines')}
              label="Part numbers and quantities"
              hint="One part on each line, ours or another maker’s, with its quantity. Words are searched for."
              rows={lines.length === 0 ? 6 : 3}
              spellCheck={false}
              autoFocus={lines.length === 0 && !hasResult(props)}
              className="code"
            />
          </div>
          <UnreadLines unread={unread} />
          <EntryLines lines={lines} errors={errors} />
          <p className="no-print mt-4">
            <button
              type="submit"
              name="step"
              value="check"
              className={isPriceNext ? 'button button-next' : 'button'}
            >
              Prices and stock
            </button>
          </p>
        </Card>
        <DeliverTo {...props} />
      </div>
      <div className="space-y-6">
        <Delivery {...props} chosen={delivery} />
        <Details {...props} />
        <Ending {...ending} />
      </div>
      <PlaceBar {...ending} />
    </form>
  )
}

function storeDraft(form: HTMLFormElement): void {
  const body: Record<string, unknown> = { step: 'save' }
  for (const [name, value] of new FormData(form)) {
    const row = /^(\w+)\[\d+\]$/.exec(name)?.[1]
    if (row === undefined) body[name] = value
    else body[row] = [...((body[row] as unknown[] | undefined) ?? []), value]
  }
  // What was typed stays on the page, and the next press sends it all.
  send<typeof enterOrder>('POST /admin/orders/new', { body: body as never }).catch(() => {})
}

function Delivery(props: EntryCardsProps & { chosen: string }) {
  const { deliveryChoices, delivery, chosen, isDeliveryProposed, errors, form, isPartLater } = props
  const toField = createFieldProps({ ...form, delivery }, errors)
  return (
    <Card id="how" heading="Delivery or collection">
      {isDeliveryProposed && <input type="hidden" name="proposed_delivery" value={delivery} />}
      <div className="mt-3 space-y-5">
        {deliveryChoices.length === 0 && errors.delivery === undefined ? (
          <p className="note">Prices and days come with the parts and the address.</p>
        ) : (
          <SelectField
            {...toField('delivery')}
            label="How it gets there"
            // The closed list cuts it off, and it is read out to the caller.
            hint={
              deliveryChoices.find(({ value }) => value === chosen)?.text ??
              (errors.delivery ? '' : props.deliveryNote)
            }
            options={Object.fromEntries(deliveryChoices.map(({ value, text }) => [value, text]))}
          >
            {delivery === '' && <option value="">Choose…</option>}
          </SelectField>
        )}
        {isPartLater && (
          <RadioField
            {...createChoiceProps(form, errors)('consignments')}
            legend="A part is on back order"
            options={consignmentMessages}
          />
        )}
        <details open={form.carriage !== '' || 'carriage' in errors || 'carriage_reason' in errors}>
          <summary className="link w-fit">Charge something else for carriage</summary>
          <div className="mt-3 space-y-5">
            <MoneyField {...toField('carriage')} label="Carriage ex VAT, £" optional />
            <TextField
              {...toField('carriage_reason')}
              label="Reason"
              hint="Needed when you charge something else."
            />
          </div>
        </details>
      </div>
    </Card>
  )
}

const hasResult = ({ errors, notice }: EntryCardsProps): boolean =>
  notice !== null || Object.keys(errors).length > 0

const { web: _web, ...staffChannels } = channelNames

function Details(props: EntryCardsProps) {
  const toField = createFieldProps(props.form, props.errors)
  return (
    <Card id="details" heading="Details">
      <div className="mt-3 space-y-5">
        <TextField
          {...toField('purchase_order')}
          label="PO number"
          optional
          // The parts have just been read, and the PO number comes next; of what is wrong the summary has the focus.
          autoFocus={props.lines.length > 0 && props.unread.length === 0 && !hasResult(props)}
        />
        <TextAreaField
          {...toField('note')}
          label="Note for colleagues"
          hint="The customer doesn’t see it."
          optional
          rows={2}
        />
        <details open={props.form.delivery_instructions !== '' || 'delivery_instructions' in props.errors}>
          <summary className="link w-fit">Delivery instructions, how it came</summary>
          <div className="mt-3 space-y-5">
            <TextField {...toField('delivery_instructions')} label="Delivery instructions" optional />
            <SelectField {...toField('source')} label="How it came" options={staffChannels} />
          </div>
        </details>
      </div>
    </Card>
  )
}

interface EndingProps extends EntryCardsProps {
  end: EntryEnd
  /** The parts have been priced. */
  isNext: boolean
}

function Ending({ form, errors, ends, endNote, end }: EndingProps) {
  const isManager = useStaffRight('manager')
  const toChoice = createChoiceProps(form, errors)
  const options = Object.fromEntries(
    ends.filter(name => name !== 'free' || isManager).map(name => [name, endNames[name]]),
  )
  return (
    <Card id="ending" heading="How it is paid">
      <div className="mt-3 space-y-4">
        <RadioField {...toChoice('end')} legend="Payment" options={options} />
        {endNote !== null && <p className="note">{endNote}</p>}
        <OfChoice isChosen={end === 'paid'}>
          <PaidNow form={form} errors={errors} />
        </OfChoice>
        {isManager && (
          <OfChoice isChosen={end === 'free'}>
            <RadioField {...toChoice('free_reason')} legend="Why it is free" options={freeReasons} />
          </OfChoice>
        )}
        <OfChoice isChosen={end === 'paid' || end === 'account' || end === 'free'}>
          <ConfirmField
            id="hand_over"
            name="hand_over"
            label="They take the goods now"
            isTicked={form.hand_over}
            error={errors.hand_over}
          />
        </OfChoice>
      </div>
    </Card>
  )
}

/** What it comes to, and the button that places it, always in sight. */
const PlaceBar = ({ totals, end, creditWarning, isNext }: EndingProps) => (
  <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-edge bg-ground px-4 py-3 lg:col-span-2">
    {totals && (
      <>
        <input type="hidden" name="shown_total" value={formatDecimal(totals.total)} />
        {end === 'free' ? <FreeOfCharge {...totals} /> : <Totals {...totals} />}
        {end === 'account' && creditWarning !== null && (
          <p id="credit" className="font-semibold text-danger">
            {creditWarning}
          </p>
        )}
      </>
    )}
    <button
      type="submit"
      name="step"
      value="place"
      className={isNext ? 'button button-next ml-auto' : 'button ml-auto'}
    >
      {end === 'quote' ? 'Make the quote' : 'Place the order'}
    </button>
  </div>
)

const FreeOfCharge = ({ goods }: EntryTotals) => (
  <p id="total">
    Nothing is to be paid. The goods are worth <strong>{formatPounds(goods)}</strong> ex VAT.
  </p>
)

function Totals({ goods, carriage, vat, total }: EntryTotals) {
  const rows = [
    ['Goods', formatPounds(goods)],
    ['Carriage', carriage === null ? 'not chosen yet' : formatPounds(carriage)],
    ['VAT', formatPounds(vat)],
    ['Total', formatPounds(total)],
  ]
  return (
    <dl id="total" className="flex flex-wrap items-baseline gap-x-5">
      {rows.map(([name, text]) => (
        <div key={name} className={`flex gap-x-2 ${name === 'Total' ? 'text-lg font-semibold' : 'note'}`}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
