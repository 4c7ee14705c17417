import { toCodeKey } from '../../../lib/part-number.ts'
import type { PlateLinks } from '../../search/page/search-view.ts'
import type { PlateLink } from '../../search/schemas.ts'
import {
  chooseManufacturer,
  enterMachNumber,
  enterSerial,
  finderPath,
  formatHash,
  nothingChosen,
} from '../hash/hash.ts'
import { type MachineSerial, toMachineSerial } from '../machine-serial.ts'
import { formatMachineName, type Machine } from './machine.ts'

/** A text that may be the serial number, mach number or PIN of a machine. */
export interface PlateNumber extends MachineSerial {
  /** As the finder takes it: the whole PIN, or prefix and digits with their leading zeros. */
  text: string
  digits: string
  isPin: boolean
  /** The key of the make that was typed before prefix and digits; '' without one. */
  make: string
}

/** A range of numbers that holds the typed one, and its machine. */
export interface PlateMatch extends Pick<Machine, 'make' | 'makeSlug' | 'model' | 'variant'> {
  kind: 'serial' | 'mach'
  prefix: string
}

export const noPlateLinks: PlateLinks = { links: [], finderUrl: null }

const minDigits = 5
const minDigitsWithLetters = 3
const maxLinks = 8
const pinSerialLength = 8

// 'S/N', 'serial no.', 'machine number:', 'M/c No.'
const labels = /\b(?:serial|ser|mach(?:ine)?|m\/c|number|num|no|nr|s\/n|sn|pin)\b[.:#]*/gi
// Signs that separate groups of a number. Others ('93 x 140', 'M20*1.5', '±') make it something else.
const plateText = /^[a-z0-9][a-z0-9 ./#:-]*$/i
// The words before a number: 'New Holland '. Three letters between them and digits are a prefix: 'Caterpillar WEE 172540'.
const leadingWords = /^(?:[a-z]{3,} +)+?(?=\S*\d|[a-z]{3} +\d)/i
// ISO 10261: a PIN has no I, O and Q, so that 'oil filter …' is none.
const pinKey = /^[A-HJ-NPR-Z0-9]{17}$/

/** '2100000', 'KTN 01234', 'JCB 2100000' or a PIN, in any spelling, with what a plate says before it. Null: another form. */
export function parsePlateNumber(typed: string): PlateNumber | null {
  const text = typed.normalize('NFKC').replace(labels, ' ').trim()
  if (!plateText.test(text)) return null
  const make = leadingWords.exec(text)?.[0] ?? ''
  const number = toCodeKey(text.slice(make.length))
  // 'JCB 2100000': the letters may be a prefix, or the make. 'Caterpillar WEE172540' has both.
  const isMake = make !== '' && (pinKey.test(number) || /^[A-Z]/.test(number))
  const whole = toCodeKey(text)
  return isMake && !pinKey.test(whole) ? parseKey(number, toCodeKey(make)) : parseKey(whole, '')
}

function parseKey(key: string, make: string): PlateNumber | null {
  const isPin = pinKey.test(key)
  const [, prefix, digits] = /^([A-Z]{0,12})(\d{1,15})$/.exec(isPin ? key.slice(-pinSerialLength) : key) ?? []
  if (prefix === undefined || digits === undefined) return null
  if (!isPin && digits.length < (prefix === '' ? minDigits : minDigitsWithLetters)) return null
  const serial = toMachineSerial(prefix, digits)
  return serial && { ...serial, text: key, digits, isPin, make }
}

/** The likeliest first. Only full customers may learn which machine has a number (R-FINDER-6): other links name the make alone. */
export function toPlateLinks(
  plate: PlateNumber,
  matches: readonly PlateMatch[],
  isFullCustomer: boolean,
): PlateLinks {
  const candidates = pickCandidates(plate, matches)
  const byUrl = Map.groupBy(candidates, match => toFinderUrl(plate, match, isFullCustomer))
  const links = [...byUrl].map(([url, sameUrl]) =>
    isFullCustomer ? toMachineLink(plate, url, sameUrl) : toMakeLink(plate, url, sameUrl[0]!),
  )
  const [first] = candidates
  const isOneMake = first !== undefined && candidates.every(({ makeSlug }) => makeSlug === first.makeSlug)
  // Several numbers of one make: the finder offers them for the digits.
  const oneUrl = links.length === 1 ? links[0]!.url : first && toFinderUrl(plate, first, false)
  return { links: links.slice(0, maxLinks), finderUrl: isOneMake ? oneUrl! : null }
}

// A number that is whole as typed lacks no prefix. A PIN begins with three characters for its maker: 'JCB'.
function pickCandidates(
  { isPin, prefix, text, make: typedMake }: PlateNumber,
  matches: readonly PlateMatch[],
): readonly PlateMatch[] {
  const whole = matches.filter(match => match.prefix === prefix)
  const maker = typedMake !== '' ? typedMake : isPin ? text.slice(0, 3) : null
  const ofMaker = maker === null ? [] : whole.filter(({ make }) => toCodeKey(make).startsWith(maker))
  return [ofMaker, whole].find(({ length }) => length > 0) ?? matches
}

function toFinderUrl(plate: PlateNumber, match: PlateMatch, isFullCustomer: boolean): string {
  const make = chooseManufacturer(nothingChosen, match.makeSlug)
  const number = isFullCustomer ? toWholeNumber(plate, match.prefix) : toTypedNumber(plate, match)
  return (
    finderPath +
    formatHash(match.kind === 'serial' ? enterSerial(make, number) : enterMachNumber(make, number))
  )
}

function toWholeNumber({ isPin, text, digits }: PlateNumber, prefix: string): string {
  return isPin ? text : prefix + digits
}

// The prefix would name the model; a make that was typed before the digits is none.
function toTypedNumber({ isPin, text, prefix, digits }: PlateNumber, match: PlateMatch): string {
  return isPin || prefix === match.prefix ? text : digits
}

const kindNames = { serial: 'serial number', mach: 'mach number' }
const maxNames = 2

function toMachineLink(plate: PlateNumber, url: string, matches: readonly PlateMatch[]): PlateLink {
  const { kind, prefix } = matches[0]!
  const names = [...new Set(matches.map(formatMachineName))]
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : ''
  const number = toWholeNumber(plate, prefix)
  const name = kindNames[kind]
  return {
    label: names.slice(0, maxNames).join(' / ') + more,
    note: `${plate.isPin ? 'PIN' : name.charAt(0).toUpperCase() + name.slice(1)} ${number}`,
    url,
  }
}

function toMakeLink(plate: PlateNumber, url: string, match: PlateMatch): PlateLink {
  const name = plate.isPin ? 'PIN' : kindNames[match.kind]
  const number = toTypedNumber(plate, match)
  return { label: `Look up ${match.make} ${name} ${number} in the filter finder`, note: null, url }
}
