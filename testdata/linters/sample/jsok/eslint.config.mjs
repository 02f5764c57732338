export default [{ files: ["**/*.js"], rules: { "no-undef": "error", "no-unused-vars": "error", eqeqeq: "warn" } }];
