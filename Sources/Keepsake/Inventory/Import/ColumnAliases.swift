import Foundation

/// The names that people and programs give columns, in several languages.
enum ColumnAliases {
  /// The usual meaning of a column's name; `nil` for an unknown name.
  static func target(of header: String) -> ImportTarget? {
    if let field = FieldCatalogue.field(header: header.trimmedOfBlanks)?.field {
      return field == .importReference ? .identity : .field(field)
    }
    let key = key(header)
    return byName[key] ?? (isPersonal(key) ? .ignored : nil)
  }

  /// Whether a column has the total of a row, which is the price only if no other column has one.
  static func isTotal(_ header: String) -> Bool { totals.contains(key(header)) }

  /// The form in which names are compared: lower case without accents, signs and remarks in parentheses.
  static func key(_ header: String) -> String {
    var depth = 0
    var kept = String.UnicodeScalarView()
    for scalar in ownName(header).decomposedStringWithCanonicalMapping.lowercased().unicodeScalars {
      switch scalar {
      case "(", "[": depth += 1
      case ")", "]": depth = max(0, depth - 1)
      case "ß": if depth == 0 { kept.append(contentsOf: "ss".unicodeScalars) }
      case "ł": if depth == 0 { kept.append("l") }
      case "#", "№": if depth == 0 { kept.append("#") }
      default:
        guard depth == 0, scalar.properties.generalCategory != .nonspacingMark else { continue }
        let isKept = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        kept.append(isKept ? scalar : " ")
      }
    }
    return String(kept).singleSpaced
  }

  /// The name of an own field in Shelf's files: `cf: Serial number,type:text`.
  static func ownName(_ header: String) -> String {
    guard Item.asciiLowercased(String(header.prefix(3))) == "cf:" else { return header }
    let name = header.dropFirst(3)
    return String(name[..<(name.range(of: ",")?.lowerBound ?? name.endIndex)]).trimmedOfBlanks
  }

  /// Whether a column has a person's address, which is never imported.
  private static func isPersonal(_ key: String) -> Bool {
    personal.contains(key)
      || ["shipping address", "billing address", "delivery address", "gift recipient contact"]
        .contains { key.hasPrefix($0) }
  }

  private static let personal = Set(
    [
      "address", "home address", "street", "city", "zip", "zip code", "postal code", "e mail",
      "email", "phone",
      "telephone", "adresse", "anschrift", "telefon", "dirección", "correo", "teléfono",
      "téléphone", "адрес",
      "телефон", "indirizzo", "adres", "endereço", "adresa",
    ].map(key))

  private static let totals = Set(
    [
      "total", "total value", "total cost", "total price", "total amount", "total owed", "ext cost",
      "extended cost",
      "sum", "amount", "gesamt", "gesamtpreis", "gesamtwert", "summe", "betrag", "total ttc",
      "montant", "importe",
      "valor total", "сумма", "стоимость всего", "итого", "totale", "suma", "wartość", "celkem",
    ].map(key))

  private static let byName: [String: ImportTarget] = names.reduce(into: [:]) { found, entry in
    for name in entry.value { found[key(name)] = found[key(name)] ?? entry.target }
  }

  private static let names: [(target: ImportTarget, value: [String])] = [
    (
      .field(.name),
      [
        "name", "item", "item name", "title", "product", "product name", "entry name", "asset name",
        "article",
        "equipment name", "thing", "item description", "object", "belonging", "bezeichnung",
        "gegenstand", "artikel",
        "produkt", "titel", "nom", "désignation", "libellé", "objet", "article", "produit",
        "nombre", "artículo",
        "objeto", "producto", "название", "наименование", "предмет", "вещь", "товар", "имя", "nome",
        "oggetto",
        "articolo", "prodotto", "naam", "voorwerp", "omschrijving", "nazwa", "przedmiot", "název",
        "položka", "předmět",
        "artigo", "item descrição", "namn", "föremål", "navn", "nimi", "назва",
      ]
    ),
    (
      .field(.description),
      [
        "description", "desc", "summary", "beschreibung", "descripción", "описание", "descrizione",
        "descrição", "opis",
        "popis", "beskrivning", "beschrijving", "опис", "kurzbeschreibung",
      ]
    ),
    (
      .field(.notes),
      [
        "notes", "note", "comment", "comments", "remarks", "details", "asset notes", "notizen",
        "notiz", "bemerkung",
        "bemerkungen", "anmerkung", "anmerkungen", "kommentar", "remarque", "remarques",
        "commentaire", "notas",
        "comentario", "observaciones", "примечание", "примечания", "заметки", "комментарий",
        "osservazioni", "opmerking",
        "uwagi", "poznámka", "poznámky", "observações", "anteckningar",
      ]
    ),
    (
      .field(.place),
      [
        "place", "location", "room", "room area", "storage location", "where", "zones", "zone",
        "area", "box",
        "container", "shelf", "primary folder", "ort", "raum", "zimmer", "standort", "lagerort",
        "aufbewahrungsort",
        "platz", "lieu", "emplacement", "pièce", "lugar", "ubicación", "habitación", "sala",
        "место", "комната",
        "помещение", "расположение", "местоположение", "luogo", "posizione", "stanza", "plaats",
        "locatie", "kamer",
        "miejsce", "pokój", "lokalizacja", "místo", "místnost", "umístění", "local", "cômodo",
        "plats", "rum", "місце",
      ]
    ),
    (
      .field(.category),
      [
        "category", "item category", "group", "kind", "kategorie", "gruppe", "catégorie",
        "categoría", "tipo",
        "категория", "группа", "тип", "categoria", "categorie", "kategoria", "kategorie",
        "kategori", "категорія",
      ]
    ),
    (
      .field(.tags),
      [
        "tags", "tag", "labels", "label", "keywords", "schlagwörter", "stichwörter", "mots clés",
        "étiquettes",
        "etiquetas", "теги", "метки", "etichette", "tagi", "štítky",
      ]
    ),
    (
      .field(.quantity),
      [
        "quantity", "qty", "count", "number of items", "quantity lost", "original quantity",
        "pieces", "pcs", "anzahl",
        "menge", "stück", "stückzahl", "quantité", "qté", "nombre d'articles", "cantidad",
        "количество", "кол во", "шт",
        "quantità", "qtà", "aantal", "ilość", "množství", "počet", "quantidade", "qtd", "antal",
        "кількість",
      ]
    ),
    (
      .field(.unit),
      [
        "unit", "unit of measure", "unitofmeasure", "einheit", "unité", "unidad", "единица",
        "unità", "ед изм",
      ]
    ),
    (
      .field(.manufacturer),
      [
        "manufacturer", "brand", "maker", "make", "brand or manufacturer", "vendor brand",
        "hersteller", "marke",
        "fabrikat", "fabricant", "marque", "fabricante", "marca", "производитель", "бренд", "марка",
        "produttore",
        "fabrikant", "merk", "producent", "marka", "výrobce", "značka", "tillverkare", "виробник",
      ]
    ),
    (
      .field(.modelNumber),
      [
        "model", "model number", "model no", "model#", "model name", "modell", "modellnummer",
        "modèle", "modelo",
        "модель", "modello", "nr modelu", "modelu", "make model", "modelnummer",
      ]
    ),
    (
      .field(.serialNumber),
      [
        "serial", "serial number", "serial no", "serial#", "s n", "sn", "item serial number",
        "imei", "seriennummer",
        "serien nr", "seriennr", "numéro de série", "n de série", "número de serie", "nº de serie",
        "серийный номер",
        "заводской номер", "numero di serie", "matricola", "serienummer", "numer seryjny",
        "nr seryjny", "sériové číslo",
        "výrobní číslo", "número de série", "серійний номер",
      ]
    ),
    (
      .field(.condition),
      [
        "condition", "product condition", "zustand", "état", "estado", "состояние", "condizione",
        "condizioni", "staat",
        "stan", "stav", "skick",
      ]
    ),
    (
      .field(.purchasePrice),
      [
        "price", "purchase price", "purchased price", "cost", "unit cost", "unit price",
        "original cost", "purchase cost",
        "price paid", "paid", "reported cost", "price each", "preis", "kaufpreis", "einkaufspreis",
        "anschaffungspreis",
        "anschaffungskosten", "kosten", "einzelpreis", "prix", "prix d'achat", "prix unitaire",
        "coût", "precio",
        "precio de compra", "coste", "costo", "цена", "стоимость", "цена покупки", "prezzo",
        "prezzo di acquisto",
        "prijs", "aankoopprijs", "cena", "cena zakupu", "kupní cena", "pořizovací cena", "preço",
        "preço de compra", "pris",
        "inköpspris", "ціна",
      ]
    ),
    (
      .field(.purchaseDate),
      [
        "purchase date", "date purchased", "purchased", "bought", "bought on", "date of purchase",
        "order date", "date",
        "acquisition date", "date acquired", "purchased time", "kaufdatum", "gekauft am",
        "anschaffungsdatum", "datum",
        "date d'achat", "fecha de compra", "fecha", "дата покупки", "дата приобретения", "дата",
        "куплено",
        "data di acquisto", "data acquisto", "aankoopdatum", "data zakupu", "datum nákupu",
        "datum pořízení",
        "data de compra", "data da compra", "inköpsdatum", "købsdato", "дата придбання",
      ]
    ),
    (
      .field(.purchaseFrom),
      [
        "purchase from", "purchased from", "store", "shop", "retailer", "vendor", "original vendor",
        "supplier", "seller",
        "bought from", "bought at", "website", "händler", "verkäufer", "geschäft", "gekauft bei",
        "lieferant", "magasin",
        "vendeur", "fournisseur", "tienda", "vendedor", "proveedor", "магазин", "продавец",
        "поставщик", "negozio",
        "venditore", "fornitore", "winkel", "verkoper", "sklep", "sprzedawca", "obchod", "prodejce",
        "loja", "butik",
      ]
    ),
    (
      .field(.orderReference),
      [
        "order number", "order id", "order no", "order", "invoice", "invoice number", "invoice no",
        "receipt number",
        "bestellnummer", "rechnungsnummer", "numéro de commande", "facture", "número de pedido",
        "factura",
        "номер заказа", "счёт", "fattura", "factuurnummer", "faktura", "číslo objednávky",
      ]
    ),
    (
      .field(.replacementValue),
      [
        "replacement value", "replacement cost", "replacement", "estimated value", "current value",
        "value", "valuation",
        "cost to replace", "cost to replace pre tax", "rcv", "market value", "appraised value",
        "worth", "wert",
        "zeitwert", "neuwert", "wiederbeschaffungswert", "schätzwert", "aktueller wert", "valeur",
        "valeur estimée",
        "valeur de remplacement", "valor", "valor estimado", "valor actual", "оценка",
        "текущая стоимость", "ценность",
        "valore", "waarde", "wartość szacunkowa", "hodnota", "odhad", "värde",
      ]
    ),
    (
      .field(.replacementDate),
      ["replacement date", "date of valuation", "valuation date", "appraisal date"]
    ),
    (
      .field(.insured),
      ["insured", "versichert", "assuré", "asegurado", "застраховано", "assicurato", "verzekerd"]
    ),
    (
      .field(.warrantyUntil),
      [
        "warranty expires", "warranty expiration", "warranty until", "warranty end",
        "warranty date", "warranty expiry",
        "garantie bis", "garantieende", "fin de garantie", "garantía hasta", "fin de garantía",
        "гарантия до",
        "garanzia fino al", "garantie tot", "gwarancja do", "záruka do", "garantia até",
      ]
    ),
    (.field(.lifetimeWarranty), ["lifetime warranty", "lifetime", "warranty lifetime"]),
    (
      .field(.warrantyDetails),
      [
        "warranty", "warranty details", "warranty scope", "warranty duration", "garantie",
        "garantía", "гарантия", "garanzia", "záruka",
      ]
    ),
    (
      .field(.link),
      ["link", "url", "product link", "web", "lien", "enlace", "ссылка", "collegamento", "odkaz"]
    ),
    (
      .field(.lentTo),
      [
        "lent to", "loaned to", "checked out to", "borrower", "verliehen an", "prêté à",
        "prestado a", "одолжено", "кому отдано",
      ]
    ),
    (.field(.lentDate), ["lent on", "lent date", "verliehen am"]),
    (.field(.dueBack), ["due back", "return date", "rückgabe"]),
    (.field(.soldDate), ["sold date", "sold time", "sold on", "verkauft am"]),
    (.field(.soldTo), ["sold to", "verkauft an"]),
    (.field(.soldPrice), ["sold price", "sell price", "selling price", "verkaufspreis"]),
    (.field(.soldNotes), ["sold notes"]),
    (
      .identity,
      ["id", "item id", "uuid", "sid", "record id", "asset id", "import ref", "importref"]
    ),
    (
      .currency,
      [
        "currency", "currency code", "währung", "devise", "monnaie", "moneda", "валюта", "valuta",
        "waluta", "měna", "moeda",
      ]
    ),
    (
      .ignored,
      [
        "#", "no", "nr", "№", "lfd nr", "n", "item #", "#", "п п", "№ п п", "photo", "photos",
        "picture", "image", "foto",
        "fotos", "bild", "фото", "acv", "depr", "age", "keepsake s reason", "created at",
        "updated at",
      ]
    ),
  ]
}
