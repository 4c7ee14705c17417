import type { Pence } from '../../../lib/money.ts'
import { formatPounds } from '../../../lib/money.ts'
import { SubmitButton } from '../../../ui/Actions.tsx'
import { Card, Section } from '../../../ui/Card.tsx'
import { CardTable } from '../../../ui/CardTable.tsx'
import { Fact } from '../../../ui/Fact.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import { ConfirmField, DayField, SelectField } from '../../../ui/forms/FormFields.tsx'
import { createFieldProps } from '../../../ui/forms/field-props.ts'
import { definePage } from '../../../ui/page.ts'
import { AdminForm } from '../../back-office/AdminForm.tsx'
import { AdminSubjectFrame, type SubjectPageProps } from '../../back-office/AdminSubjectFrame.tsx'
import { type ChangeForm, changesUrl, newChangeUrl } from './change-form.ts'
import { scopeNames } from './rule-form.ts'

export interface PriceChangePageProps extends SubjectPageProps {
  name: string
  /** Null: the change is scheduled. */
  form: ChangeForm | null
  /** 'due': its day has come, and its prices are not in force yet. Null: not scheduled. */
  state: keyof typeof states | null
  facts: { name: string; value: string }[]
  prices: {
    code: string
    title: string
    before: Pence | null
    price: Pence
    /** In percent; null: no cost is entered. */
    margin: number | null
    isBelowCost: boolean
    isLarge: boolean
    lists: { name: string; price: Pence }[]
  }[]
  /** Parts that are not listed. */
  more: number
  /** Of the preview; '': nothing can be scheduled. */
  checked: string
  /** The number that the form asks to repeat; ''. */
  number: string
}

const states = {
  scheduled: { text: 'Scheduled', tone: 'waiting' },
  due: { text: 'Begins now', tone: 'waiting' },
  applied: { text: 'In force', tone: 'good' },
  cancelled: { text: 'Taken back', tone: 'stopped' },
} as const

export function PriceChangePage(props: PriceChangePageProps) {
  const { form, state, facts, url, version, prices } = props
  return (
    <AdminSubjectFrame
      {...props}
      current="prices"
      state={state !== null && states[state]}
      forms={
        <>
          {form && <ChangeCard {...props} form={form} />}
          {form && props.checked !== '' && <ScheduleCard {...props} form={form} />}
          {state === 'scheduled' && (
            <Card id="cancel" heading="Take it back">
              <AdminForm action={`${url}/cancel`} version={version} button="Take the change back">
                <p>The list prices stay as they are.</p>
              </AdminForm>
            </Card>
          )}
        </>
      }
      back={{ url: changesUrl, name: 'All changes of list prices' }}
    >
      {facts.length > 0 && (
        <dl className="card grid grid-cols-2 gap-x-6 gap-y-3 p-5 sm:grid-cols-3">
          {facts.map(({ name, value }) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
        </dl>
      )}
      {prices.length > 0 && <Prices {...props} />}
    </AdminSubjectFrame>
  )
}

export const priceChangePage = definePage('features/prices/admin/PriceChangePage', PriceChangePage)

function ChangeCard({ form, errors }: PriceChangePageProps & { form: ChangeForm }) {
  const toField = createFieldProps(form, errors)
  return (
    <Card id="change" heading="What changes">
      <form method="get" action={newChangeUrl} noValidate className="mt-3 space-y-4">
        <SelectField {...toField('scope')} label="For" options={scopeNames} />
        <TextField
          {...toField('target')}
          label="Which one"
          hint="The brand, the type or the part number"
          optional
        />
        <SelectField
          {...toField('kind')}
          label="List prices"
          options={{ percent_on: 'Go up', percent_off: 'Go down' }}
        />
        <TextField {...toField('value')} label="Percent" inputMode="decimal" width="short" />
        <DayField {...toField('starts')} label="From" />
        <SubmitButton>Preview</SubmitButton>
      </form>
    </Card>
  )
}

function ScheduleCard({ form, checked, number, errors }: PriceChangePageProps & { form: ChangeForm }) {
  return (
    <Card id="schedule" heading="Schedule">
      <form method="post" action={changesUrl} noValidate className="mt-3">
        {Object.entries({ ...form, checked }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <p>
          The prices are those of the shop from the first minutes of the day. Until then it can be taken back.
        </p>
        {number !== '' && (
          <ConfirmField id="confirm" value={number} label={`${number}% is right`} error={errors.confirm} />
        )}
        <SubmitButton className="button-strong mt-4">Schedule these prices</SubmitButton>
      </form>
    </Card>
  )
}

const Prices = ({ prices, more }: PriceChangePageProps) => (
  <Section id="prices" heading="Prices">
    <CardTable
      caption="List prices before and after, those below cost and those that move most first"
      columns={['Part', 'On price lists', 'Margin', 'Before', 'After']}
      amounts={3}
    >
      {prices.map(({ code, title, before, price, margin, isBelowCost, isLarge, lists }) => (
        <tr key={code} className="card-row">
          <th scope="row" className="card-cell">
            <span className="code">{code}</span>
            <span className="block note">{title}</span>
          </th>
          <td className="card-cell">
            {lists.map(list => (
              <span key={list.name} className="block">
                {list.name} {formatPounds(list.price)}
              </span>
            ))}
          </td>
          <td className="card-cell md:text-right">
            <span className="text-steel md:hidden">Margin </span>
            {margin === null ? 'unknown' : `${margin}%`}
            {isBelowCost && <span className="block font-semibold">below cost</span>}
          </td>
          <td className="card-cell md:text-right">
            <span className="text-steel md:hidden">Before </span>
            {before === null ? 'none' : formatPounds(before)}
          </td>
          <td className="card-cell font-semibold md:text-right">
            <span className="font-normal text-steel md:hidden">After </span>
            {formatPounds(price)}
            {isLarge && <span className="block">more than 30%</span>}
          </td>
        </tr>
      ))}
    </CardTable>
    {more > 0 && <p className="mt-3">and {more} more parts</p>}
  </Section>
)
