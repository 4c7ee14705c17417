/** A carrier, with the page on which a customer follows a parcel. */
interface Carrier {
  name: string
  /** `number`: encoded for an address. Null: it has no such page. */
  trackingUrl: ((number: string) => string) | null
}

export const carriers = {
  dpd: { name: 'DPD', trackingUrl: number => `https://track.dpd.co.uk/search?reference=${number}` },
  'royal-mail': {
    name: 'Royal Mail',
    trackingUrl: number => `https://www.royalmail.com/track-your-item#/tracking-results/${number}`,
  },
  parcelforce: {
    name: 'Parcelforce',
    trackingUrl: number => `https://www.parcelforce.com/track-trace?trackNumber=${number}`,
  },
  ups: { name: 'UPS', trackingUrl: number => `https://www.ups.com/track?tracknum=${number}` },
  dhl: {
    name: 'DHL',
    trackingUrl: number => `https://www.dhl.com/gb-en/home/tracking.html?tracking-id=${number}`,
  },
  fedex: { name: 'FedEx', trackingUrl: number => `https://www.fedex.com/fedextrack/?trknbr=${number}` },
  evri: { name: 'Evri', trackingUrl: number => `https://www.evri.com/track/parcel/${number}` },
  pallet: { name: 'Pallet carrier', trackingUrl: null },
  'own-van': { name: 'Our own van', trackingUrl: null },
} as const satisfies Record<string, Carrier>

const findCarrier = (carrier: string): Carrier | undefined =>
  isCarrier(carrier) ? (carriers as Record<string, Carrier>)[carrier] : undefined

/** Where a customer follows the parcel; null: nowhere. */
export function getTrackingUrl(carrier: string, trackingNumber: string): string | null {
  const { trackingUrl } = findCarrier(carrier) ?? { trackingUrl: null }
  return trackingUrl === null || trackingNumber === ''
    ? null
    : trackingUrl(encodeURIComponent(trackingNumber))
}

export const getCarrierName = (carrier: string): string => findCarrier(carrier)?.name ?? carrier

export const isCarrier = (carrier: string): boolean => Object.hasOwn(carriers, carrier)

export const palletCarrier = 'pallet' satisfies keyof typeof carriers

/** What a form has for a carrier that is not listed: its name is typed. */
export const otherCarrier = 'other'
export const maxCarrierLength = 40

export interface TypedCarrier {
  /** A key of `carriers`, or `otherCarrier`; '': none is chosen. */
  carrier: string
  carrier_name: string
}

/** What a parcel stores: a key of `carriers`, also when its name was typed, or the name of another one. */
export function toCarrier({ carrier, carrier_name: typedName }: TypedCarrier): string {
  if (carrier !== otherCarrier) return carrier
  const isTyped = ([, { name }]: [string, Carrier]) => name.toLowerCase() === typedName.toLowerCase()
  return Object.entries(carriers).find(isTyped)?.[0] ?? typedName
}

export const toTypedCarrier = (carrier: string): TypedCarrier =>
  carrier === '' || isCarrier(carrier)
    ? { carrier, carrier_name: '' }
    : { carrier: otherCarrier, carrier_name: carrier }

/** 'DPD 1234'. */
export function formatCarriage({
  carrier,
  trackingNumber,
}: {
  carrier: string
  trackingNumber: string
}): string {
  return [getCarrierName(carrier), trackingNumber].filter(part => part !== '').join(' ') || 'no carrier'
}
