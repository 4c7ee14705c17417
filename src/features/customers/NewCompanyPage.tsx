import { NextButton, StandaloneLink } from '../../ui/Actions.tsx'
import { FormResult } from '../../ui/forms/FormResult.tsx'
import { definePage } from '../../ui/page.ts'
import { AdminFrame } from '../back-office/AdminFrame.tsx'
import { CompanyFields } from './CompanyFields.tsx'
import type { CompanyForm } from './company-form.ts'
import { customersUrl } from './customer.ts'

interface NewCompanyPageProps {
  form: CompanyForm
  shopTerms: string
  notice: string | null
  errors: Record<string, string>
}

export function NewCompanyPage({ form, shopTerms, notice, errors }: NewCompanyPageProps) {
  return (
    <AdminFrame current="customers" title="New company">
      <FormResult notice={notice} errors={errors} />
      <form method="post" action={customersUrl} noValidate className="max-w-xl card space-y-4 p-5">
        <CompanyFields form={form} isNumberFixed={false} shopTerms={shopTerms} errors={errors} />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <NextButton>Open the account</NextButton>
          <StandaloneLink href={customersUrl}>Back without saving</StandaloneLink>
        </div>
      </form>
    </AdminFrame>
  )
}

export const newCompanyPage = definePage('features/customers/NewCompanyPage', NewCompanyPage)
