import { StandaloneLink, SubmitButton } from '../../ui/Actions.tsx'
import { TextField } from '../../ui/forms/Field.tsx'
import { FormResult } from '../../ui/forms/FormResult.tsx'
import { createFieldProps } from '../../ui/forms/field-props.ts'
import { definePage } from '../../ui/page.ts'
import { AdminFrame } from '../back-office/AdminFrame.tsx'
import { PartFields, type PartFieldsProps } from './PartFields.tsx'
import { productsUrl } from './part.ts'
import { partLabels } from './part-form.ts'

export function NewPartPage(props: PartFieldsProps & { notice: string | null }) {
  const { form, notice, errors } = props
  return (
    <AdminFrame current="products" title="New product">
      <FormResult notice={notice} errors={errors} />
      <form method="post" action={productsUrl} noValidate className="card max-w-3xl space-y-4 p-5">
        <TextField
          {...createFieldProps(form, errors)('code')}
          label={partLabels.code}
          hint="It names the part on all papers, so it stays as it is."
          spellCheck={false}
          autoCapitalize="characters"
        />
        <PartFields {...props} />
        <SubmitButton className="button-strong">Add product</SubmitButton>
      </form>
      <p className="mt-6">
        <StandaloneLink href={productsUrl}>All products</StandaloneLink>
      </p>
    </AdminFrame>
  )
}

export const newPartPage = definePage('features/product-desk/NewPartPage', NewPartPage)
