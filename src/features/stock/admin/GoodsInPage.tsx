import type { ReplyOf } from '../../../lib/calls/call.ts'
import { formatCount, pluralize } from '../../../lib/count.ts'
import { StandaloneLink } from '../../../ui/Actions.tsx'
import { Card } from '../../../ui/Card.tsx'
import { ErrorSummary } from '../../../ui/forms/ErrorSummary.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import { FileField, TextAreaField } from '../../../ui/forms/FormFields.tsx'
import { FormNotice } from '../../../ui/forms/FormResult.tsx'
import { createFieldProps } from '../../../ui/forms/field-props.ts'
import { definePage } from '../../../ui/page.ts'
import { AdminFrame } from '../../back-office/AdminFrame.tsx'
import type { bookDelivery } from '../schemas.ts'
import { deliveriesUrl, goodsInUrl } from '../stock.ts'
import type { ListedDelivery } from './view.ts'

type BookedPart = ReplyOf<typeof bookDelivery>['lines'][number]

export interface GoodsInFormProps {
  typed: { supplier: string; delivery_note: string; lines: string }
  requestKey: string
  /** What was read; empty before. */
  lines: BookedPart[]
  /** What the next press books; '': it reads the list first. */
  checked: string
  /** Why nothing was booked when it does not belong to a field. */
  notice: string | null
  /** Field → message: 'supplier', 'delivery_note', 'lines', 'file'. */
  errors: Record<string, string>
  /** The newest first. */
  latest: ListedDelivery[]
}

export function GoodsInPage(props: GoodsInFormProps) {
  const { typed, requestKey, lines, checked, notice, errors, latest } = props
  const toField = createFieldProps(typed, errors)
  const hasRead = lines.length > 0
  return (
    <AdminFrame current="stock" title="Book goods in">
      <FormNotice text={notice} />
      {hasRead && checked !== '' && (
        <p className="mb-4 lg:hidden">
          <a href="#read" className="link tap-target font-semibold">
            Check what we read, then book it in
          </a>
        </p>
      )}
      <ErrorSummary errors={errors} attempt={Object.keys(errors).length > 0 ? 1 : 0} />
      <form method="post" action={goodsInUrl} noValidate>
        <input type="hidden" name="request_key" value={requestKey} />
        <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
          <div className="card space-y-4 p-5">
            <TextField {...toField('supplier')} label="Supplier" />
            <TextField {...toField('delivery_note')} label="Their delivery note number" spellCheck={false} />
            <LinesField {...props} hasRead={hasRead} />
            {hasRead && (
              <details className="border-t border-rule pt-2">
                <summary className="link flex min-h-11 w-fit items-center font-semibold">
                  Read a file instead
                </summary>
                <ListFile error={errors.file} />
              </details>
            )}
          </div>
          {hasRead ? (
            <ReadLines lines={lines} checked={checked} />
          ) : (
            <div className="card p-5">
              <ListFile error={errors.file} />
            </div>
          )}
        </div>
      </form>
      {latest.length > 0 && <LatestDeliveries latest={latest} />}
    </AdminFrame>
  )
}

export const goodsInPage = definePage('features/stock/admin/GoodsInPage', GoodsInPage)

type LinesFieldProps = Pick<GoodsInFormProps, 'typed' | 'errors'> & { hasRead: boolean }

/** The list, and the form's first button: Enter in a field reads the list and never books it. */
function LinesField({ typed, errors, hasRead }: LinesFieldProps) {
  return (
    <div>
      <TextAreaField
        {...createFieldProps(typed, errors)('lines')}
        label="What was delivered, one part on each line"
        hint="Our part number and the quantity, such as AB-123 24. Type it, or paste it from an email or a spreadsheet."
        rows={hasRead ? 6 : 10}
        autoCapitalize="off"
        spellCheck={false}
        className="font-mono text-base"
      />
      <button type="submit" className={`button mt-3 ${hasRead ? '' : 'button-next'}`}>
        {hasRead ? 'Read the list again' : 'Read the list'}
      </button>
    </div>
  )
}

function ListFile({ error }: { error: string | undefined }) {
  return (
    <>
      <FileField
        id="file"
        name="file"
        label="Or a file"
        hint="CSV, text or Excel (.xlsx), up to 1 MB."
        error={error}
        accept=".csv,.txt,.tsv,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
      />
      <button
        type="submit"
        formAction={`${goodsInUrl}/file`}
        formEncType="multipart/form-data"
        className="button mt-3"
      >
        Read the file
      </button>
    </>
  )
}

/** What is booked when it is confirmed: the button sends it. */
function ReadLines({ lines, checked }: { lines: BookedPart[]; checked: string }) {
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <Card id="read" heading="What we read">
      <ul className="mt-3 divide-y divide-rule border-y border-rule">
        {lines.map((line, index) => (
          // The lines of one reading keep their order, and two may be the same.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index} className="flex justify-between gap-4 py-2">
            <ReadLine line={line} />
          </li>
        ))}
      </ul>
      {checked === '' ? (
        <p className="mt-4">Correct the list, then read it again. Nothing has been booked in.</p>
      ) : (
        <>
          <p className="my-4">
            {`${pluralize(lines.length, 'line')}, ${pluralize(pieces, 'piece')}. Is that what was delivered?`}
          </p>
          <button type="submit" name="checked" value={checked} className="button button-next">
            Book in
          </button>
        </>
      )}
    </Card>
  )
}

function ReadLine({ line: { text, code, title, quantity, problem } }: { line: BookedPart }) {
  if (problem !== '')
    return (
      <span className="min-w-0 wrap-anywhere">
        {text}
        <span className="block font-semibold text-danger">{problem}</span>
      </span>
    )
  return (
    <>
      <span className="min-w-0">
        <span className="code block">{code}</span>
        <span className="note">{title}</span>
      </span>
      <span className="font-semibold whitespace-nowrap tabular-nums">+{formatCount(quantity)}</span>
    </>
  )
}

function LatestDeliveries({ latest }: { latest: ListedDelivery[] }) {
  return (
    <section aria-labelledby="latest" className="mt-8">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6">
        <h2 id="latest" className="text-lg">
          Last booked in
        </h2>
        <StandaloneLink href={deliveriesUrl}>All deliveries</StandaloneLink>
      </div>
      <ul className="divide-y divide-rule border-y border-rule">
        {latest.map(({ url, supplier, deliveryNote, at, who, goods }) => (
          <li key={url} className="flex flex-wrap items-baseline justify-between gap-x-6 py-2">
            <span className="wrap-anywhere">
              <StandaloneLink href={url}>{deliveryNote}</StandaloneLink> {supplier}, {goods}
            </span>
            <span className="note">
              {at}, {who}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
