import type { ComponentProps } from 'react'

/** A checkbox with the look and role of a switch. */
export function Switch(props: Omit<ComponentProps<'input'>, 'type' | 'role' | 'className'>) {
  // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox states itself whether it is checked
  return <input {...props} type="checkbox" role="switch" className="switch" />
}
