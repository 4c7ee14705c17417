/** Of the fields of a form, by their names: what was typed into each, and what is wrong with it. */
export const createFieldProps =
  <Values extends { [Name in keyof Values]: string }>(values: Values, errors: Record<string, string>) =>
  <Name extends keyof Values & string>(name: Name, autoComplete = 'off') => ({
    id: name,
    name,
    error: errors[name],
    defaultValue: values[name] as string,
    autoComplete,
  })
