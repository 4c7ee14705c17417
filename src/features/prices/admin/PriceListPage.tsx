import { SubmitButton, TextLink } from '../../../ui/Actions.tsx'
import { Card, Section } from '../../../ui/Card.tsx'
import { CardTable } from '../../../ui/CardTable.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import { ConfirmField, DayField, SelectField } from '../../../ui/forms/FormFields.tsx'
import { createFieldProps } from '../../../ui/forms/field-props.ts'
import { definePage } from '../../../ui/page.ts'
import { AdminForm } from '../../back-office/AdminForm.tsx'
import { useStaffRight } from '../../back-office/AdminFrame.tsx'
import { AdminSubjectFrame, type SubjectPageProps } from '../../back-office/AdminSubjectFrame.tsx'
import { kindNames, pricesUrl, type RuleForm, scopeNames } from './rule-form.ts'

interface PriceListPageProps extends SubjectPageProps {
  name: string
  typedName: string
  rules: { id: number; target: string; effect: string; from: number; days: string; isComing: boolean }[]
  companies: { name: string; url: string }[]
  /** Companies that are not listed. */
  more: number
  /** Null: the list is to be created, and has a name alone. */
  rule: RuleForm | null
  /** The number that the form asks to repeat; ''. */
  number: string
}

export function PriceListPage(props: PriceListPageProps) {
  const { rule, errors, typedName, url, version } = props
  const isNew = rule === null
  const nameForm = (
    <Card id="name-form" heading={isNew ? 'Its name' : 'Rename'}>
      <AdminForm
        action={url}
        version={version}
        button={isNew ? 'Create the price list' : 'Rename'}
        {...(isNew && { look: 'button-strong' })}
      >
        <TextField
          {...createFieldProps({ name: typedName }, errors)('name')}
          label="Name"
          hint="Only staff see it."
        />
      </AdminForm>
    </Card>
  )
  return (
    <AdminSubjectFrame
      {...props}
      current="prices"
      forms={
        !isNew && (
          <>
            <RuleCard {...props} rule={rule} />
            {nameForm}
          </>
        )
      }
      back={{ url: pricesUrl, name: 'All price lists' }}
    >
      {isNew ? (
        nameForm
      ) : (
        <>
          <Rules {...props} />
          <Companies {...props} />
        </>
      )}
    </AdminSubjectFrame>
  )
}

export const priceListPage = definePage('features/prices/admin/PriceListPage', PriceListPage)

function Rules({ url, version, rules }: PriceListPageProps) {
  return (
    <Section id="rules" heading="Rules">
      {rules.length === 0 ? (
        <p className="card mt-3 p-5">No rule yet: its companies pay the list prices.</p>
      ) : (
        <CardTable
          caption="Rules, the most specific first"
          columns={['For', 'Price', 'Days']}
          amounts={0}
          actions
        >
          {rules.map(({ id, target, effect, from, days, isComing }) => (
            <tr key={id} className="card-row">
              <th scope="row" className="card-cell wrap-anywhere">
                {target}
              </th>
              <td className="card-cell">
                {effect}
                {from > 1 && <span className="block note">from {from} pieces</span>}
              </td>
              <td className="card-cell">
                {days}
                {isComing && <span className="block note">not yet</span>}
              </td>
              <td className="card-cell">
                <form method="post" action={`${url}/rules/${id}/end`}>
                  <input type="hidden" name="seen" value={version} />
                  <SubmitButton>
                    End<span className="sr-only">{` ${target}, ${effect}`}</span>
                  </SubmitButton>
                </form>
              </td>
            </tr>
          ))}
        </CardTable>
      )}
    </Section>
  )
}

function Companies({ companies, more }: PriceListPageProps) {
  const canOpen = useStaffRight(['sales', 'accounts'])
  return (
    <Section id="companies" heading="Companies">
      {companies.length === 0 ? (
        <p className="mt-3">None yet: the page of a company has its price list.</p>
      ) : (
        <ul className="mt-3 space-y-1">
          {companies.map(({ name, url }) => (
            <li key={url}>{canOpen ? <TextLink href={url}>{name}</TextLink> : name}</li>
          ))}
          {more > 0 && <li>and {more} more</li>}
        </ul>
      )}
    </Section>
  )
}

function RuleCard({ url, version, rule, number, errors }: PriceListPageProps & { rule: RuleForm }) {
  const toField = createFieldProps(rule, errors)
  return (
    <Card id="add-rule" heading="Add a rule">
      <AdminForm action={`${url}/rules`} version={version} button="Add the rule" look="button-strong">
        <SelectField {...toField('scope')} label="For" options={scopeNames} />
        <TextField
          {...toField('target')}
          label="Which one"
          hint="The brand, the type or the part number"
          optional
        />
        <SelectField {...toField('kind')} label="Price" options={kindNames} />
        <TextField {...toField('value')} label="Percent or pounds" inputMode="decimal" width="short" />
        <TextField
          {...toField('min_quantity')}
          label="From so many pieces"
          inputMode="numeric"
          width="short"
        />
        <DayField {...toField('valid_from')} label="First day" />
        <DayField {...toField('valid_to')} label="Last day" optional />
        {number !== '' && (
          <ConfirmField
            id="confirm"
            value={number}
            label={`Up to ${number}% is right`}
            isTicked={false}
            error={errors.confirm}
          />
        )}
      </AdminForm>
    </Card>
  )
}
