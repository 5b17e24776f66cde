/** flightdesk/report: what a desk's `report` answers, as files in every format. */
export {
  type ReportFile,
  type ReportFormat,
  reportFiles,
  reportFormats,
} from "./desk/files/report-files.ts";
export { formatMoney, toDecimal } from "./lib/money.ts";
export type { Letterhead } from "./report/documents/insertion-orders.ts";
export type { PageBrand } from "./report/renderers/page.ts";
export { type Report, reportSchema } from "./report/report.ts";
