declare module "*.css";

/** The address of a script that is built as a file of its own. */
declare module "*?worker&url" {
  const url: string;
  export default url;
}
