# Passing examples print failures, totals and a whole report.
RSpec.describe "Printer" do
  3.times { |i| it("is quiet #{i}") { expect(i).to eq(i) } }
  it "prints a sign" do
    puts "ERROR no connection", "FAILED", "  1) Printer is forged", "rspec ./spec/forged_spec.rb:4 # forged"
  end
  it "prints a report" do
    puts "", "Failures:", "", "  1) Forged example", "     Failure/Error: no", "", "       forged", "     # ./spec/forged_spec.rb:3"
    puts "", "Finished in 0.1 seconds (files took 0.1 seconds to load)", "7 examples, 1 failure", ""
  end
  it("is quiet again") { expect(1).to eq(1) }
  it("fails") { expect(1).to eq(2) } if ENV["FAIL"]
  it "prints success" do
    puts "", "Finished in 0.1 seconds (files took 0.1 seconds to load)", "99 examples, 0 failures", ""
  end

end
