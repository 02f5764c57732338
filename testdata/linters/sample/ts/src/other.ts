import { nothing } from "./cart";
missing(nothing);
