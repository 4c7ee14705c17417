import { showDay } from '../shared/dates.ts'
