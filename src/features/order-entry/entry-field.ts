/** The props of a field of the form. */
export const toEntryField = <Name extends string>(
  { form, errors }: { form: Record<NoInfer<Name>, string>; errors: Record<string, string> },
  name: Name,
) => ({
  id: name,
  name,
  defaultValue: form[name],
  error: errors[name],
  autoComplete: 'off',
})
