import { Section } from '../../ui/Card.tsx'
import { DayField, SelectField } from '../../ui/forms/FormFields.tsx'
import type { CompanyUser } from './UsersForm.tsx'
import type { DeputyFormState } from './view.ts'

export const toDeputyFieldId = (name: string): string => `deputy-${name}`

/** Who decides about requests while a head buyer is away. */
export function DeputyForm({ users, typed, errors }: DeputyFormState & { users: CompanyUser[] }) {
  const colleagues = users.filter(({ isSelf, needsApproval }) => !isSelf && !needsApproval)
  return (
    <Section id="deputy" heading="While you are away" headingClassName="text-xl" className="mt-10">
      {colleagues.length === 0 ? (
        <p className="mt-1 max-w-prose">
          Nobody can stand in for you yet: it has to be a colleague whose own orders need no approval.
        </p>
      ) : (
        <>
          <p className="mt-1 max-w-prose">
            On these days a colleague can approve or reject requests for you too, but never their own.
          </p>
          <form
            method="post"
            action="/account/approvals/deputy"
            className="card mt-3 max-w-2xl space-y-4 p-4"
            noValidate
          >
            <SelectField
              id={toDeputyFieldId('deputy')}
              name="deputy"
              label="Stands in for you"
              defaultValue={typed.deputy}
              error={errors.deputy}
            >
              <option value="">Nobody</option>
              {colleagues.map(({ id, name, email }) => (
                <option key={id} value={id}>
                  {name || email}
                </option>
              ))}
            </SelectField>
            <div className="flex flex-wrap gap-4">
              <DayField
                id={toDeputyFieldId('from')}
                name="from"
                label="First day"
                defaultValue={typed.from}
                error={errors.from}
              />
              <DayField
                id={toDeputyFieldId('until')}
                name="until"
                label="Last day"
                defaultValue={typed.until}
                error={errors.until}
              />
            </div>
            <button type="submit" className="button button-strong">
              Save these days
            </button>
          </form>
        </>
      )}
    </Section>
  )
}
