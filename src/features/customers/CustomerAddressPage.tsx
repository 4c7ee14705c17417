import type { Address } from '../../lib/contact/address.ts'
import type { Country } from '../../lib/contact/countries.ts'
import { NextButton, StandaloneLink, SubmitButton } from '../../ui/Actions.tsx'
import { AddressFields } from '../../ui/forms/AddressFields.tsx'
import { RadioField } from '../../ui/forms/FormFields.tsx'
import { FormResult } from '../../ui/forms/FormResult.tsx'
import { createFieldProps } from '../../ui/forms/field-props.ts'
import { definePage } from '../../ui/page.ts'
import { AdminFrame } from '../back-office/AdminFrame.tsx'

export type AddressKind = 'billing' | 'delivery'

interface CustomerAddressPageProps {
  title: string
  customer: { name: string; url: string }
  url: string
  version: string
  isNew: boolean
  kinds: Record<AddressKind, string>
  kind: AddressKind
  values: Address
  countries: readonly Country[]
  notice: string | null
  errors: Record<string, string>
}

export function CustomerAddressPage(props: CustomerAddressPageProps) {
  const { title, customer, url, version, isNew, kinds, kind, values, countries, notice, errors } = props
  return (
    <AdminFrame current="customers" title={title}>
      <p className="-mt-4 mb-6">{isNew ? customer.name : `${customer.name} · ${kinds[kind]}`}</p>
      <FormResult notice={notice} errors={errors} />
      <form method="post" action={url} noValidate className="max-w-xl card space-y-5 p-5">
        <input type="hidden" name="seen" value={version} />
        {isNew && (
          <RadioField id="kind" legend="What it is for" options={kinds} value={kind} error={undefined} />
        )}
        <AddressFields
          countries={countries}
          getFieldProps={field => createFieldProps(values, errors)(field)}
        />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <NextButton>Save address</NextButton>
          <StandaloneLink href={customer.url}>Back without saving</StandaloneLink>
        </div>
      </form>
      {!isNew && (
        <form method="post" action={`${url}/remove`} className="mt-6">
          <input type="hidden" name="seen" value={version} />
          <SubmitButton>Remove this address</SubmitButton>
        </form>
      )}
    </AdminFrame>
  )
}

export const customerAddressPage = definePage('features/customers/CustomerAddressPage', CustomerAddressPage)
