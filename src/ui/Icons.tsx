import type { ReactNode } from 'react'

export interface IconProps {
  className?: string
}

export function SearchIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="8.5" cy="8.5" r="5.5" />
      <path d="m13 13 5 5" />
    </Icon>
  )
}

export function ZoomIcon({ direction, ...props }: IconProps & { direction: 'in' | 'out' }) {
  return (
    <Icon {...props}>
      <circle cx="8.5" cy="8.5" r="5.5" />
      <path d={direction === 'in' ? 'm13 13 5 5M6 8.5h5M8.5 6v5' : 'm13 13 5 5M6 8.5h5'} />
    </Icon>
  )
}

export function BasketIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M2.5 8h15l-1.6 9H4.1zM6.5 8l2.2-5.5M13.5 8l-2.2-5.5M7.5 11.5v2.5M12.5 11.5v2.5" />
    </Icon>
  )
}

export function MenuIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M2.5 5h15M2.5 10h15M2.5 15h15" />
    </Icon>
  )
}

export function PhoneIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M6.6 2.8 4 3.4c-.7.2-1.2.8-1.1 1.5.6 6.4 5.8 11.6 12.2 12.2.7.1 1.3-.4 1.5-1.1l.6-2.6-3.7-1.9-1.7 1.5c-1.9-1-3.4-2.5-4.4-4.4l1.5-1.700z" />
    </Icon>
  )
}

export function CheckIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="m4 10.5 4 4 8-9" />
    </Icon>
  )
}

export function CopyIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M7 7h10v10H7zM13 7V3H3v10h4" />
    </Icon>
  )
}

export function ChevronIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="m5 7.5 5 5 5-5" />
    </Icon>
  )
}

export function CrossIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="m5 5 10 10M15 5 5 15" />
    </Icon>
  )
}

export function SwapIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M6.5 17V4M3 7.5 6.5 4 10 7.5M13.5 3v13M10 12.5 13.5 16 17 12.5" />
    </Icon>
  )
}

export function PauseIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M7 4v12M13 4v12" />
    </Icon>
  )
}

export function PlayIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M6 4v12l10-6z" />
    </Icon>
  )
}

/** The shop's logo: the pleats of a filter. */
export function Logo({ className = 'size-9' }: IconProps) {
  return (
    <svg viewBox="0 0 36 36" className={className} aria-hidden="true">
      <rect width="36" height="36" rx="4" fill="#17212b" />
      <path d="M8 7v22M13 10v16M18 7v22M23 10v16M28 7v22" stroke="#ffb000" strokeWidth="2.2" />
    </svg>
  )
}

// 20 × 20 units. Always beside text, so hidden from assistive technology.
export function Icon({ className = 'size-5', children }: IconProps & { children: ReactNode }) {
  return (
    <svg viewBox="0 0 20 20" className={`icon ${className}`} aria-hidden="true">
      {children}
    </svg>
  )
}
