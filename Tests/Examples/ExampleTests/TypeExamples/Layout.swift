import Reprise
import RepriseTesting
import Testing

@Suite @MainActor struct LayoutExamples {
  final class ItemForm: ViewController {
    @Restorable("name") var name = ""
    @Restorable("showsWarranty") var showsWarranty = false
    @Restorable("until") var until = ""
    @Restorable("details") var details = ""

    override func loadView() -> View {
      Column {
        Field("Name", TextField($name))
        DisclosureGroup("Warranty", isExpanded: $showsWarranty) {
          Field("Until", TextField($until))
          Field("Details", TextField($details))
        }
      }
    }
  }

  @Test func aGroupIsFoldedAway() throws {
    let text = try Preview("form") { ItemForm() }.frame().plainText()
    #expect(text.contains("Warranty") && !text.contains("Until"))
  }

  private func form() -> View {
    Column(padding: EdgeInsets(top: 1, left: 1, right: 1)) {
      Field("Name", TextField().named("name"))
      Field("About", TextView().named("about")).length(.fill())
      Row {
        Button("Save") {}
        Button("Cancel") {}
      }
    }
  }

  private func prices() -> View {
    Column {
      Field("Name", TextField().named("name"))
      Field("Price", TextField().named("price").length(.cells(12)))
    }
  }

  private func line() -> View {
    Row {
      Label("Name").length(.cells(10))
      TextField().length(.fill().atMost(40))
      Button("Save")  // as much as it needs: `.fit`
    }
  }

  private func question() -> View {
    StackView(axis: .vertical, spacing: 1) {
      Label("Where is it?")
      TextView().length(.fill())
    }
  }

  private func total() -> View {
    Row {
      Label("Total")
      Spacer()
      Label("12.50")
    }
  }

  private func heading() -> View {
    Row {
      Label("3 things")
      Spacer()
      Button("Sort") {}
    }
  }

  private func answers() -> View {
    Flow {
      Button("Save") {}
      Button("Keep draft") {}
      Button("Discard") {}
    }
  }

  private func scrolling() -> View {
    ScrollView {
      Field("Name", TextField())
      Field("About", TextView())
    }
  }

  @Test func formsAreLaidOut() throws {
    #expect(try drawing { form() }.contains("About"))
    #expect(try drawing { prices() }.contains("Price"))
    #expect(try drawing { line() }.contains("Save"))
    #expect(try drawing { question() }.contains("Where is it?"))
    #expect(try drawing { total() }.contains("12.50"))
    #expect(try drawing { heading() }.contains("Sort"))
    #expect(try drawing { answers() }.contains("Discard"))
    #expect(try drawing { scrolling() }.contains("About"))
  }

  /// A view of an app that takes the same content as the kit's stacks.
  final class Card: Column {
    init(_ title: String, @ViewBuilder content: () -> [View]) {
      super.init(padding: EdgeInsets(top: 1, left: 2, bottom: 1, right: 2))
      addArrangedSubview(Label(title, style: .title))
      for view in content() { addArrangedSubview(view) }
    }
  }

  @Test func aCardHasATitleAndContent() throws {
    #expect(try drawing { Card("Kettle") { Label("Kitchen") } }.contains("Kitchen"))
  }

  /// A screen that leaves out a column in a narrow window.
  final class Overview: ViewController {
    private let history = Label("History")

    override func loadView() -> View {
      Row {
        Label("Items").length(.fill())
        history.length(Length.percent(40))
      }
    }

    override func updateProperties() {
      history.isHidden = horizontalSizeClass == SizeClass.compact
    }
  }

  @Test func aNarrowWindowHasOneColumn() throws {
    let preview = Preview("overview") { Overview() }
    #expect(try preview.frame().plainText().contains("History"))
    let narrow = Size(width: SizeClass.regularColumns - 1, height: 12)
    #expect(try !preview.frame(size: narrow).plainText().contains("History"))
  }

  @Test func aFormHasTwoColumnsWhereItIsWide() throws {
    let nameField = Field("Name", TextField())
    let priceField = Field("Price", TextField())
    let form = Column {
      Column {
        Column { nameField }
        Column { priceField }
      }
      .adaptsAxis(from: 72)
    }
    #expect(form.sizeThatFits(Size(width: 80, height: 10)).height == 1)
    #expect(form.sizeThatFits(Size(width: 60, height: 10)).height == 2)
  }
}
