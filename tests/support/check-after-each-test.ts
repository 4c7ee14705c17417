import { afterAll, afterEach, expect } from 'vitest'
import { findOpenShopViolations } from './checked-shops.ts'

// A setup file: its hooks run last, after those of the test file.
const checkOpenShops = async () => expect(await findOpenShopViolations()).toEqual([])
afterEach(checkOpenShops)
// For a shop that was closed after the last test.
afterAll(checkOpenShops)
