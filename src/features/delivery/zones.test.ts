import { expect, test } from 'vitest'
import { findDestination } from './zones.ts'

test.each([
  ['LS1 4DY', 'MAINLAND', 'england-and-wales'],
  ['CF10 1AA', 'MAINLAND', 'england-and-wales'],
  ['EH1 1AA', 'MAINLAND', 'scotland'],
  ['TD15 1AA', 'MAINLAND', 'england-and-wales'],
  ['TD1 1AA', 'MAINLAND', 'scotland'],
  ['AB3 1AA', 'MAINLAND', 'scotland'],
  ['AB31 4AA', 'HIGHLANDS', 'scotland'],
  ['AB39 4AA', 'MAINLAND', 'scotland'],
  ['AB56 1AA', 'HIGHLANDS', 'scotland'],
  ['FK17 8AA', 'HIGHLANDS', 'scotland'],
  ['IV63 6AA', 'HIGHLANDS', 'scotland'],
  ['KA28 0AA', 'HIGHLANDS', 'scotland'],
  ['KW14 7AA', 'HIGHLANDS', 'scotland'],
  ['KW15 1AA', 'SCOT_ISLES', 'scotland'],
  ['PA19 1AA', 'MAINLAND', 'scotland'],
  ['PA20 9AA', 'HIGHLANDS', 'scotland'],
  ['PH15 2AA', 'HIGHLANDS', 'scotland'],
  ['PH14 9AA', 'MAINLAND', 'scotland'],
  ['HS9 5AA', 'SCOT_ISLES', 'scotland'],
  ['ZE2 9AA', 'SCOT_ISLES', 'scotland'],
  ['BT1 1AA', 'NI', 'northern-ireland'],
  ['B1 1AA', 'MAINLAND', 'england-and-wales'],
  ['IM1 1AA', 'IOM', 'isle-of-man'],
  ['TR21 0PL', 'SCILLY', 'england-and-wales'],
  ['TR2 5AA', 'MAINLAND', 'england-and-wales'],
  ['PO30 1AA', 'IOW', 'england-and-wales'],
  ['PO3 1AA', 'MAINLAND', 'england-and-wales'],
  ['JE2 3AB', 'CI', 'england-and-wales'],
  ['GY1 1AA', 'CI', 'england-and-wales'],
  ['G1 1AA', 'MAINLAND', 'scotland'],
  ['BF1 2AT', 'POST_ONLY', 'england-and-wales'],
  ['BX9 1AS', 'POST_ONLY', 'england-and-wales'],
  ['GIR 0AA', 'POST_ONLY', 'england-and-wales'],
])('%s, with the United Kingdom chosen, is in %s and has the holidays of %s', (postcode, zone, division) => {
  expect(findDestination('GB', postcode)).toEqual({ zone, division })
})

test.each([
  ['IE', 'D02 AF30', 'IE'],
  ['IE', '', 'IE'],
  ['NO', '0150', 'NO'],
  ['JE', 'JE2 3AB', 'CI'],
  ['GG', '', 'CI'],
  ['IM', 'IM1 1AA', 'IOM'],
  ['DE', '10115', 'ELSEWHERE'],
  ['DE', '', 'ELSEWHERE'],
])('%s with postcode %j is zone %s', (country, postcode, zone) => {
  expect(findDestination(country, postcode)?.zone).toBe(zone)
})

test.each([
  ['GB', ''],
  ['GB', 'nonsense'],
  ['JE', 'LS1 4DY'],
  ['IM', 'LS1 4DY'],
  ['IE', 'BT1 1AA'],
  ['NO', 'LS1 4DY'],
])('%s with postcode %j has no destination', (country, postcode) => {
  expect(findDestination(country, postcode)).toBe(null)
})
