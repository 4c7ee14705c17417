import { useState } from 'react'
import { CodeLink, SubmitButton, TextLink } from '../../ui/Actions.tsx'
import { FieldError } from '../../ui/forms/Field.tsx'
import { FileField, OptionField, TextAreaField } from '../../ui/forms/FormFields.tsx'
import { FormResult } from '../../ui/forms/FormResult.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { definePage } from '../../ui/page.ts'
import { AccountFrame } from '../accounts/AccountFrame.tsx'
import type { AccountNavigation } from '../accounts/navigation.ts'
import { LineNotes } from '../basket/lines/LineNotes.tsx'
import type { LinePaging } from '../basket/lines/line-pages.ts'
import { pictureMessages } from './messages.ts'
import { maxPictureBytes, maxPictures, returnReasons } from './returns.ts'
import type { TypedReturn } from './rules.ts'
import type { ReturnFormView } from './view.ts'

export interface ReturnFormPageProps {
  navigation: AccountNavigation
  reference: string
  orderUrl: string
  url: string
  form: ReturnFormView & { paging: LinePaging }
  requestKey: string
  typed: TypedReturn
  errors: Record<string, string>
  /** Why it was refused as a whole; ''. */
  message: string
}

/** The customer chooses what of an order comes back, and why. */
export function ReturnFormPage(props: ReturnFormPageProps) {
  const { navigation, reference, orderUrl, form } = props
  return (
    <AccountFrame navigation={navigation} current="orders" title="Return goods">
      <p className="-mt-3 mb-6">
        Order <CodeLink href={orderUrl}>{reference}</CodeLink>
      </p>
      {form.refusal === null ? (
        <ReturnForm {...props} />
      ) : (
        <div className="card max-w-xl border-l-4 border-l-amber p-5">
          <p>{form.refusal}</p>
          <p className="mt-3">
            <TextLink href={orderUrl}>Back to the order</TextLink>
          </p>
        </div>
      )}
    </AccountFrame>
  )
}

export const returnFormPage = definePage('features/returns/ReturnFormPage', ReturnFormPage)

function ReturnForm({ form, url, requestKey, typed, errors, message }: ReturnFormPageProps) {
  const { paging } = form
  return (
    <>
      <FormResult notice={message || null} errors={errors} />
      <p className={`max-w-prose border-l-4 pl-4 ${form.isLate ? 'border-amber' : 'border-rule'}`}>
        {form.conditions}
      </p>
      <form method="post" action={url} encType="multipart/form-data" noValidate className="mt-6 max-w-3xl">
        <input type="hidden" name="request" value={requestKey} />
        <fieldset className="card p-5">
          <legend className="float-left w-full text-lg font-semibold">What would you like to return?</legend>
          <ul className="clear-both divide-y divide-rule">
            {form.lines.map((line, index) => (
              <LineField
                key={line.position}
                line={line}
                index={index}
                typed={typed.lines.find(({ position }) => position === line.position)?.quantity}
                error={errors[`quantity-${line.position}`]}
              />
            ))}
          </ul>
          {paging.pages > 1 && (
            <div className="mt-4">
              <p className="mb-3 text-center note">
                {`Page ${paging.page} of ${paging.pages} of the lines. Each page is a return of its own.`}
              </p>
              <Pagination {...paging} label="Lines" />
            </div>
          )}
        </fieldset>
        <div className="card mt-6 space-y-6 p-5">
          <ReasonField chosen={typed.reason} error={errors.reason} />
          <TextAreaField
            id="details"
            name="details"
            label="What happened"
            hint="What’s wrong with it, or which part you need instead."
            optional
            error={errors.details}
            rows={4}
            defaultValue={typed.details}
          />
          <PicturesField error={errors.pictures} />
        </div>
        <SubmitButton className="button-next mt-6 w-full sm:w-auto">Request return</SubmitButton>
        <p className="mt-3 note">Please don’t send anything yet: we’ll email you how.</p>
      </form>
    </>
  )
}

interface LineFieldProps {
  line: ReturnFormView['lines'][number]
  index: number
  typed: string | undefined
  error: string | undefined
}

function LineField({ line, index, typed, error }: LineFieldProps) {
  const { position, code, title, returnable, note } = line
  const id = `quantity-${position}`
  const product = (
    <>
      <span className="code block">{code}</span>
      <span className="wrap-anywhere">{title}</span>
      <LineNotes line={line} />
    </>
  )
  if (returnable === 0)
    return (
      <li className="py-3 text-steel">
        {product}
        <span className="block text-sm">{note}</span>
      </li>
    )
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <label htmlFor={id} className="min-w-48 flex-1">
        {product}
        {note !== '' && <span className="block note">{note}</span>}
      </label>
      <div>
        <input type="hidden" name={`lines[${index}][position]`} value={position} />
        <span className="flex items-center gap-2 whitespace-nowrap">
          <input
            id={id}
            name={`lines[${index}][quantity]`}
            inputMode="numeric"
            autoComplete="off"
            defaultValue={typed ?? ''}
            placeholder="0"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-of ${id}-error` : `${id}-of`}
            className="input w-20 text-right"
          />
          <span id={`${id}-of`}>of {returnable.toLocaleString('en-GB')}</span>
        </span>
        <FieldError id={`${id}-error`} text={error} />
      </div>
    </li>
  )
}

function ReasonField({ chosen, error }: { chosen: string; error: string | undefined }) {
  return (
    <fieldset
      className={error ? 'border-l-4 border-danger pl-3' : undefined}
      aria-describedby={error ? 'reason-error' : undefined}
    >
      <legend className="font-semibold">Why are you sending it back?</legend>
      <p className="note">For goods with different reasons, request a return for each.</p>
      <FieldError id="reason-error" text={error} />
      <div className="mt-1 grid sm:grid-cols-2">
        {Object.entries(returnReasons).map(([reason, name], nth) => (
          <OptionField
            key={reason}
            // The summary of the errors leads to the first one.
            id={nth === 0 ? 'reason' : undefined}
            type="radio"
            name="reason"
            value={reason}
            defaultChecked={chosen === reason}
          >
            {name}
          </OptionField>
        ))}
      </div>
    </fieldset>
  )
}

const megabytes = maxPictureBytes / 1024 / 1024

function PicturesField({ error }: { error: string | undefined }) {
  // Before they are sent: on a slow line an upload that is refused takes minutes.
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <FileField
      id="pictures"
      name="pictures"
      label="Pictures"
      hint={`Up to ${maxPictures}, JPEG, PNG or WebP, ${megabytes} MB each. They help most with faulty or damaged goods.`}
      optional
      error={problem ?? error}
      multiple
      accept="image/jpeg,image/png,image/webp"
      onChange={event => setProblem(findFileProblem(event.target))}
    />
  )
}

// Takes files away that would be refused.
function findFileProblem(input: HTMLInputElement): string | null {
  const files = [...(input.files ?? [])]
  const tooLarge = files.find(({ size }) => size > maxPictureBytes)
  const problem =
    files.length > maxPictures
      ? pictureMessages.tooMany
      : tooLarge
        ? pictureMessages.tooLarge(tooLarge.name)
        : null
  if (problem !== null) input.value = ''
  return problem
}
