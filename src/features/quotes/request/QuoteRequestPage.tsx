import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { NextButton } from '../../../ui/Actions.tsx'
import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx'
import { CallLink } from '../../../ui/contact.tsx'
import { ErrorSummary } from '../../../ui/forms/ErrorSummary.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import { TextAreaField } from '../../../ui/forms/FormFields.tsx'
import { definePage } from '../../../ui/page.ts'
import type { QuoteRequestForm } from './request.ts'

interface QuoteRequestPageProps {
  product: { code: string; title: string; brand: string; url: string }
  form: QuoteRequestForm
  errors: FieldErrors
}

/** The form that asks for the price of a product. An ordinary form, which works without JavaScript. */
export function QuoteRequestPage({ product, form, errors }: QuoteRequestPageProps) {
  const toField = (name: keyof QuoteRequestForm) => ({
    id: name,
    name,
    defaultValue: form[name],
    error: errors[name],
  })
  return (
    <div className="wrap py-6">
      <Breadcrumbs
        crumbs={[
          { name: 'Home', url: '/' },
          { name: product.title, url: product.url },
        ]}
      />
      <div className="card mt-4 max-w-xl p-5 sm:p-8">
        <h1 className="mb-3 text-2xl">Ask for a quote</h1>
        {Object.keys(errors).length > 0 && <ErrorSummary errors={errors} attempt={1} />}
        <p>
          <a href={product.url} className="link font-semibold">
            {product.title}
          </a>
        </p>
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="code">{product.code}</span>
          <span className="text-steel">{product.brand}</span>
        </p>
        <p className="mt-3 text-steel">
          The price of this part is on request. Tell us how many you need and we’ll email you our price.{' '}
          <CallLink className="link whitespace-nowrap">{phone => `Or call ${phone}.`}</CallLink>
        </p>
        <form method="post" action="/quotes/request" noValidate className="mt-5 space-y-5">
          <input type="hidden" name="product" value={product.code} />
          <TextField
            {...toField('quantity')}
            label="Quantity"
            width="short"
            inputMode="numeric"
            autoComplete="off"
          />
          <TextField {...toField('name')} label="Name" autoComplete="name" />
          <TextField
            {...toField('email')}
            label="Email"
            hint="We’ll send our price there"
            type="email"
            autoComplete="email"
          />
          <TextField {...toField('telephone')} label="Telephone" optional type="tel" autoComplete="tel" />
          <TextAreaField
            {...toField('note')}
            label="Note"
            hint="Such as the machine, or when you need it"
            optional
            rows={4}
          />
          <NextButton>Send request</NextButton>
        </form>
      </div>
    </div>
  )
}

export const quoteRequestPage = definePage('features/quotes/request/QuoteRequestPage', QuoteRequestPage)
