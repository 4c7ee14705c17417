import { ButtonLink, SubmitButton } from '../../../ui/Actions.tsx'
import { Card } from '../../../ui/Card.tsx'
import { ColumnHeading, TableHead } from '../../../ui/ColumnHeading.tsx'
import { Lines } from '../../../ui/Fact.tsx'
import { AddressFields } from '../../../ui/forms/AddressFields.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import { ConfirmField, SelectField } from '../../../ui/forms/FormFields.tsx'
import { FormResult } from '../../../ui/forms/FormResult.tsx'
import { definePage } from '../../../ui/page.ts'
import { AdminFrame } from '../../back-office/AdminFrame.tsx'
import { DiscardedInputs } from '../../back-office/DiscardedInputs.tsx'
import { correctionRefusals } from '../../corrections/correction.ts'
import type { OrderContact } from '../../orders/order.ts'
import { CorrectionLines } from './CorrectionLines.tsx'
import type { ChangesSince, ConfirmedSums, CorrectionPageProps, CorrectionSums } from './correction-props.ts'

/** Corrects an order before it leaves: contact, addresses, delivery and goods, on one form. */
export function CorrectionPage(props: CorrectionPageProps) {
  const { reference, url, version, original, requestKey, notice, changesSince, errors, sums } = props
  return (
    <AdminFrame
      current="orders"
      title={
        <>
          Correct order <span className="code">{reference}</span>
        </>
      }
    >
      {changesSince && <OutdatedNotice changesSince={changesSince} />}
      <FormResult notice={notice} errors={errors} />
      <DiscardedInputs facts={props.discardedInput} />
      <p className="mb-6 max-w-prose">
        The customer gets an email with what has changed. If the total changes, you see it first.
        {props.invoiced === 'part' &&
          ' A part of this order has left: what you correct counts for the rest, and what has left stays as it was.'}
      </p>
      <form method="post" action={`${url}/correct`} noValidate className="space-y-6">
        <input type="hidden" name="seen" value={version} />
        <input type="hidden" name="original" value={original} />
        <input type="hidden" name="request" value={requestKey} />
        {sums && <CorrectionTotals sums={sums} error={errors.confirm} />}
        <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
          <Contact {...props} />
          <div className="space-y-6">
            <AddressPart {...props} part="delivery" heading="Delivery address" />
            <AddressPart {...props} part="billing" heading="Billing address" />
          </div>
        </div>
        <Delivery {...props} />
        <CorrectionLines {...props} />
        <div className="flex flex-wrap gap-3">
          <button type="submit" className={sums ? 'button' : 'button button-next'}>
            {sums ? 'Recalculate' : 'Save and email the customer'}
          </button>
          <ButtonLink href={url}>Leave it as it is</ButtonLink>
        </div>
      </form>
    </AdminFrame>
  )
}

export const correctionPage = definePage('features/order-desk/corrections/CorrectionPage', CorrectionPage)

/** What colleagues did meanwhile. The form below has their values, and what was typed. */
function OutdatedNotice({ changesSince: { heading, changes } }: { changesSince: ChangesSince }) {
  return (
    <div role="alert" className="mb-6 rounded border-2 border-danger bg-surface p-4">
      <p className="font-semibold">{heading}</p>
      {changes.length > 0 && (
        <ul className="mt-2 list-disc space-y-1 pl-5 wrap-anywhere">
          {changes.map(text => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <p className="mt-2">{correctionRefusals.changed}</p>
    </div>
  )
}

function Contact({ contact, purchaseOrder, errors }: CorrectionPageProps) {
  const field = (name: keyof OrderContact) => ({
    id: `contact-${name}`,
    name: `contact[${name}]`,
    defaultValue: contact[name],
    error: errors[`contact-${name}`] ?? null,
    autoComplete: 'off',
  })
  return (
    <Card id="contact" heading="Customer" className="space-y-5">
      <TextField {...field('name')} label="Name" />
      <TextField {...field('email')} label="Email" type="email" hint="Emails about this order go there." />
      <TextField {...field('telephone')} label="Telephone" type="tel" />
      <TextField {...field('vat')} label="TAX/EORI code" optional />
      <TextField
        id="purchase-order"
        name="purchase_order"
        label="PO number"
        optional
        defaultValue={purchaseOrder}
        error={errors['purchase-order']}
        autoComplete="off"
      />
    </Card>
  )
}

interface AddressPartProps extends CorrectionPageProps {
  part: 'delivery' | 'billing'
  heading: string
}

function AddressPart({ part, heading, countries, errors, ...props }: AddressPartProps) {
  const isDelivery = part === 'delivery'
  const address = props[part]
  return (
    <Card id={part} heading={heading}>
      <p className="mt-2 wrap-anywhere">
        <Lines lines={isDelivery ? props.deliveryLines : props.billingLines} />
      </p>
      <details className="mt-2" open={isDelivery ? props.isDeliveryTyped : props.isBillingTyped}>
        <summary className="link inline-flex min-h-11 w-fit cursor-pointer items-center">
          Change<span className="sr-only"> {heading.toLowerCase()}</span>
        </summary>
        <div className="mt-3">
          <AddressFields
            countries={countries}
            getFieldProps={field => ({
              id: `${part}-${field}`,
              name: `${part}[${field}]`,
              error: errors[`${part}-${field}`],
              autoComplete: 'off',
              defaultValue: address[field],
            })}
          />
        </div>
      </details>
    </Card>
  )
}

function Delivery(props: CorrectionPageProps) {
  const { deliveryText, deliveryCharge, deliveryOption, deliveryInstructions, choices, errors } = props
  const isChosen = choices.some(({ value }) => value === deliveryOption)
  return (
    <Card id="delivery-service" heading="Delivery" className="space-y-5 *:max-w-2xl">
      <SelectField
        id="delivery-option"
        label="Service and day"
        hint="Services for the address above. If you change the address, save first, then choose the service."
        error={errors['delivery-option']}
        name="delivery_option"
        defaultValue={isChosen ? deliveryOption : ''}
        options={{
          '': `As it is: ${deliveryText}${deliveryCharge === '' ? '' : `, ${deliveryCharge}`}`,
          ...Object.fromEntries(choices.map(({ value, text }) => [value, text])),
        }}
      />
      <TextField
        id="delivery-instructions"
        name="delivery_instructions"
        label="Delivery instructions"
        optional
        width="full"
        defaultValue={deliveryInstructions}
        error={errors['delivery-instructions']}
        autoComplete="off"
      />
    </Card>
  )
}

interface CorrectionTotalsProps {
  sums: ConfirmedSums
  error: string | undefined
}

const rows = [
  ['subtotal', 'Goods ex VAT'],
  ['discount', 'Discount'],
  ['delivery', 'Delivery'],
  ['vat', 'VAT'],
  ['total', 'Total inc VAT'],
] as const satisfies readonly (readonly [keyof CorrectionSums, string])[]

const cell = 'px-3 py-2 text-right whitespace-nowrap last:pr-0'

function CorrectionTotals({ sums, error }: CorrectionTotalsProps) {
  const { before, after, refund, to_pay: toPay, changes } = sums
  const visibleRows = rows.filter(([key]) => key !== 'discount' || before.discount > 0)
  return (
    <Card id="new-total" heading="New total" className="max-w-2xl border-l-4 border-l-amber">
      <ul className="mt-2 list-disc space-y-1 pl-5 wrap-anywhere">
        {changes.map(text => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <table className="mt-3 w-full">
        <caption className="sr-only">What the order costs before and after</caption>
        <TableHead>
          <ColumnHeading className="text-left">
            <span className="sr-only">Sum</span>
          </ColumnHeading>
          <th scope="col" className={`${cell} font-semibold`}>
            Before
          </th>
          <th scope="col" className={`${cell} font-semibold`}>
            After
          </th>
        </TableHead>
        <tbody>
          {visibleRows.map(([key, name]) => (
            <tr key={key} className="border-b border-rule">
              <th
                scope="row"
                className={`py-2 text-left ${key === 'total' ? 'font-semibold' : 'font-normal'}`}
              >
                {name}
              </th>
              <td className={`${cell} ${key === 'total' ? 'font-semibold' : ''}`}>
                {formatRow(key, before[key])}
              </td>
              <td
                className={`${cell} ${key === 'total' || before[key] !== after[key] ? 'font-semibold' : ''}`}
              >
                {formatRow(key, after[key])}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {refund > 0 && <p className="mt-3">{formatSum(refund)} goes back as it was paid.</p>}
      {toPay > 0 && (
        <p className="mt-3 max-w-prose">
          <strong>{formatSum(toPay)} is then to be paid by card.</strong> The customer gets a link by email to
          pay it. The order is held until it is paid.
        </p>
      )}
      <ConfirmField
        id="confirm"
        label={`${after.total === before.total ? 'Yes, the total stays' : 'Yes, change the total to'} ${formatSum(after.total)}`}
        value={after.total.toFixed(2)}
        error={error}
      />
      <input type="hidden" name="displayed" value="1" />
      <SubmitButton className="button-next mt-2">Save and email the customer</SubmitButton>
    </Card>
  )
}

const formatRow = (key: keyof CorrectionSums, pounds: number): string =>
  key === 'delivery' && pounds === 0 ? 'FREE' : formatSum(pounds)

const formatSum = (pounds: number): string =>
  pounds.toLocaleString('en-GB', { style: 'currency', currency: 'GBP' })
