class Weir < Formula
  desc "@description@"
  homepage "@repository@"
  version "@version@"
  license any_of: ["Apache-2.0", "MIT"]

  on_macos do
    on_arm do
      url "@repository@/releases/download/v@version@/weir-@version@-aarch64-apple-darwin.tar.gz"
      sha256 "@sha256 aarch64-apple-darwin@"
    end
    on_intel do
      url "@repository@/releases/download/v@version@/weir-@version@-x86_64-apple-darwin.tar.gz"
      sha256 "@sha256 x86_64-apple-darwin@"
    end
  end

  on_linux do
    on_arm do
      url "@repository@/releases/download/v@version@/weir-@version@-aarch64-unknown-linux-musl.tar.gz"
      sha256 "@sha256 aarch64-unknown-linux-musl@"
    end
    on_intel do
      url "@repository@/releases/download/v@version@/weir-@version@-x86_64-unknown-linux-musl.tar.gz"
      sha256 "@sha256 x86_64-unknown-linux-musl@"
    end
  end

  def install
    bin.install "bin/weir"
    man1.install Dir["share/man/man1/*.1"]
    bash_completion.install "share/bash-completion/completions/weir"
    zsh_completion.install "share/zsh/site-functions/_weir"
    fish_completion.install "share/fish/vendor_completions.d/weir.fish"
    doc.install Dir["share/doc/weir/*"]
  end

  test do
    log = "running 1 test\ntest moor::holds ... FAILED\n\nfailures:\n    moor::holds\n\n" \
          "test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n"
    assert_match "weir: FAILED 1 failed", pipe_output("#{bin}/weir --no-store", log, 1)
  end
end
