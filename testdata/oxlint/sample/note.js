console.log("  x marks the spot");
