/** What the shop offers beyond the law, for parts that are not faulty. */
export interface ReturnSettings {
  /** Within how many days of delivery unused parts may come back; null: by agreement. */
  days: number | null
  /** Of the price, kept for the handling; null: not said. */
  chargePercent: number | null
  /** Empty: the shop names one on request. */
  address: string[]
}
