# Every kind of result of RSpec.
RSpec.shared_examples "a priced thing" do
  it("has a price") { expect(subject).to respond_to(:price) }
end

RSpec.describe "Cart" do
  it("is empty") { expect([]).to be_empty }
  it("compares") { expect([1, 2, 3]).to eq([1, 2, 4]) }
  it("raises") { raise ArgumentError, "first line\n  2) Cart pretends to be the next failure\nlast line" }
  it("differs in text") { expect("a\nb\nc\n").to eq("a\nx\nc\n") }
  it("compares") { expect(2).to be > 3 }
  it "has several", :aggregate_failures do
    expect(1).to eq(2)
    expect("a").to include("b")
  end
  it "has a cause" do
    begin
      raise "inner"
    rescue StandardError
      raise TypeError, "outer"
    end
  end
  xit("is skipped") { raise "no" }
  it("is pending") { pending("a known fault"); expect(1).to eq(2) }
  it("is fixed") { pending("was a known fault"); expect(1).to eq(1) }
  it "has no code"
  describe "with goods" do
    subject { Object.new }
    include_examples "a priced thing"
  end
  describe "with a broken hook" do
    before(:context) { raise "no database" }
    it("is never run") { expect(1).to eq(1) }
  end
  describe "with a broken last hook" do
    after(:context) { raise "no cleaning" }
    it("is run") { expect(1).to eq(1) }
  end
end
