import { Icon, type IconProps } from '../../../ui/Icons.tsx'

// Not in Icons.tsx, which every screen loads.

export function EnvelopeIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="2.5" y="4.5" width="15" height="11" rx="1" />
      <path d="m3 5.5 7 5.5 7-5.5" />
    </Icon>
  )
}

export function PadlockIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="4" y="9" width="12" height="8" rx="1" />
      <path d="M6.5 9V6a3.5 3.5 0 0 1 7 0v3" />
    </Icon>
  )
}
