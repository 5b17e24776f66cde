/** The same library as one file, which comes without declarations of its own. */
declare module "echarts/dist/echarts.esm.min" {
  export * from "echarts";
}
