throw new Error("cannot load this file");
