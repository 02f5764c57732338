RSpec.describe "Parcels" do
  it("is cheap when light") { expect(105).to eq(105) }
  it("costs more when heavy") { expect(390).to eq(400) }
  it("has no rate for Atlantis") { raise ArgumentError, "no rate for Atlantis" }
  it("is no letter", skip: "letters come in spring") {}
  pending("has a customs form") { expect(1).to eq(2) }
end
