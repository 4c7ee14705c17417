type TextName<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] &
  string

/** Of the fields of a form, by their names: what was typed into each, and what is wrong with it. */
export const createFieldProps =
  <Values extends object>(values: Values, errors: Record<string, string>) =>
  <Name extends TextName<Values>>(name: Name, autoComplete = 'off') => ({
    id: name,
    name,
    error: errors[name],
    defaultValue: values[name] as string,
    autoComplete,
  })

/** The same for `RadioField`. */
export const createChoiceProps =
  <Values extends object>(values: Values, errors: Record<string, string>) =>
  <Name extends TextName<Values>>(name: Name) => ({
    id: name,
    value: values[name] as string,
    error: errors[name],
  })
