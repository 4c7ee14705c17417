import { Card } from '../../ui/Card.tsx'
import { FindForm } from '../../ui/FindForm.tsx'
import { TextField } from '../../ui/forms/Field.tsx'
import { OptionField, RadioField, TextAreaField } from '../../ui/forms/FormFields.tsx'
import { createFieldProps } from '../../ui/forms/field-props.ts'
import { AdminForm } from '../back-office/AdminForm.tsx'

export interface PartSectionsProps {
  url: string
  version: string
  code: string
  /** As the forms name them. */
  numbers: string[]
  machines: string[]
  /** How many more the part has than the page lists. */
  furtherMachines: number
  /** What was searched, and the variants that it names. */
  variants: { id: number; name: string; engine: string }[]
  numberForm: { add: string; elsewhere: string }
  machineForm: { find: string; position: string; quantity: string; copy_from: string }
  positions: readonly string[]
  links: { successor: string; related: string; kit: string }
  errors: Record<string, string>
}

/** Numbers, machines and other parts that belong to a part: a form each. */
export function PartSections(props: PartSectionsProps) {
  return (
    <>
      <Numbers {...props} />
      <Machines {...props} />
      <Links {...props} />
    </>
  )
}

function Numbers({ url, version, numbers, numberForm, errors }: PartSectionsProps) {
  return (
    <Card id="numbers" heading={`Numbers it replaces: ${numbers.length}`}>
      <AdminForm action={`${url}/numbers`} version={version} button="Save numbers">
        <TextAreaField
          {...createFieldProps(numberForm, errors)('add')}
          label="Add numbers"
          hint="One a line, maker and number in any order: Donaldson P551712"
          spellCheck={false}
          optional
        />
        {errors.elsewhere && (
          <RadioField
            id="elsewhere"
            legend="Another part has it already"
            options={{ share: 'Both parts have it', move: 'Only this part has it from now on' }}
            value={numberForm.elsewhere}
            error={errors.elsewhere}
          />
        )}
        <Ticks legend="Remove" name="remove" names={numbers} />
      </AdminForm>
    </Card>
  )
}

function Ticks({ legend, name, names }: { legend: string; name: string; names: string[] }) {
  if (names.length === 0) return null
  return (
    <details>
      <summary className="link min-h-11 content-center">{`${legend}…`}</summary>
      <fieldset className="max-h-96 overflow-y-auto">
        <legend className="sr-only">{legend}</legend>
        {names.map(each => (
          <OptionField key={each} type="checkbox" name={name} value={each}>
            <span className="wrap-anywhere">{each}</span>
          </OptionField>
        ))}
      </fieldset>
    </details>
  )
}

function Machines(props: PartSectionsProps) {
  const { url, version, machines, furtherMachines, variants, machineForm, positions, errors } = props
  const toField = createFieldProps(machineForm, errors)
  return (
    <Card id="machines" heading={`Machines it fits: ${machines.length + furtherMachines}`}>
      <div className="mt-3">
        <FindForm
          id="find"
          action={`${url}#machines`}
          label="Machines"
          name="Find machines to add"
          hint="Make, model, engine: JCB 3CX 444"
          field="find"
          query={machineForm.find}
        />
      </div>
      <AdminForm action={`${url}/machines`} version={version} button="Save machines">
        <input type="hidden" name="find" value={machineForm.find} />
        {variants.length > 0 && (
          <fieldset className="max-h-96 overflow-y-auto">
            <legend className="font-semibold">It fits these</legend>
            {variants.map(({ id, name, engine }) => (
              <OptionField key={id} type="checkbox" name="add" value={id}>
                <span>
                  {name} <span className="note">{engine}</span>
                </span>
              </OptionField>
            ))}
          </fieldset>
        )}
        {machineForm.find !== '' && variants.length === 0 && <p>No machine has all of these words.</p>}
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField {...toField('position')} label="Position" list="positions" width="full" optional />
          <TextField {...toField('quantity')} label="Pieces" inputMode="numeric" width="short" />
          <TextField
            {...toField('copy_from')}
            label="Copy the machines of"
            hint="A part number"
            width="full"
            spellCheck={false}
            optional
          />
        </div>
        <datalist id="positions">
          {positions.map(name => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Ticks legend="Remove" name="remove" names={machines} />
        {furtherMachines > 0 && <p>{`${furtherMachines} more are listed when they are searched for.`}</p>}
      </AdminForm>
    </Card>
  )
}

function Links({ url, version, links, errors }: PartSectionsProps) {
  const toField = createFieldProps(links, errors)
  return (
    <Card id="links" heading="Other parts">
      <AdminForm action={`${url}/links`} version={version} button="Save other parts">
        <TextField
          {...toField('successor')}
          label="Replaced by"
          hint="The part number of what takes its place"
          spellCheck={false}
          optional
        />
        <TextAreaField {...toField('related')} label="Related" hint="One part number a line" optional />
        <TextAreaField
          {...toField('kit')}
          label="In the kit"
          hint="One a line, with how many: 2 x FH-OIL-1"
          optional
        />
      </AdminForm>
    </Card>
  )
}
