//! What is typed wrong is told beside the field, and changes nothing.

use anyhow::{Result, ensure};
use lab_tests::eventually::eventually_eq;
use lab_tests::page::Page;
use lab_tests::tests;
use limit_sim::scenario::Parameter;

tests![
    what_is_typed_wrong_is_told_beside_the_field_and_the_lab_keeps_what_it_had,
    correcting_a_field_takes_the_complaint_away,
    a_slider_takes_the_complaint_beside_it_away,
    any_change_takes_a_refused_value_away_with_its_complaint,
    a_request_that_there_is_not_does_not_stay_in_the_filter,
];

async fn what_is_typed_wrong_is_told_beside_the_field_and_the_lab_keeps_what_it_had(page: &Page) -> Result<()> {
    page.open("strategy=get-set&balancer=least-busy&t=12.3ms").await?;
    let (before, _) = page.shows_its_address().await?;
    for field in ["servers", "burst", "rtt", "limit", "window", "spread", "work", "seed"] {
        let parameter = Parameter::ALL.iter().find(|one| one.name == field).expect("fields are called as in links");
        for wrong in ["-1", "1e3", "many", "99999999999999999999999", "\u{664}\u{660}", ""] {
            page.type_into(field, wrong).await?;
            let invalid =
                format!("return document.querySelector('.field input[name={field}]').getAttribute('aria-invalid')");
            eventually_eq(&format!("{field} being wrong"), "true".to_owned(), async || page.ask(&invalid).await)
                .await?;
            let told = format!("\u{201c}{wrong}\u{201d} was not taken. Allowed: {}.", parameter.allowed());
            page.text_becomes(&format!("#{field}-problem"), &told).await?;
            let shown = page.shown().await?;
            ensure!(
                shown.hash == before.hash && shown.query == before.query,
                "{wrong:?} in {field} led to {}",
                shown.query
            );
        }
        page.type_into(field, &before.fields[field]).await?;
        page.text_becomes(&format!("#{field}-problem"), "").await?;
    }
    Ok(())
}

async fn correcting_a_field_takes_the_complaint_away(page: &Page) -> Result<()> {
    page.open("strategy=incr").await?;
    page.type_into("servers", "33").await?;
    ensure!(page.complaint("servers").await?.contains("33"), "{}", page.complaint("servers").await?);
    page.type_into("servers", "32").await?;
    page.text_becomes("#servers-problem", "").await?;
    let (shown, _) = page.shows_its_address().await?;
    ensure!(shown.fields["servers"] == "32" && shown.link().scenario.servers == 32, "{}", shown.query);
    Ok(())
}

async fn a_slider_takes_the_complaint_beside_it_away(page: &Page) -> Result<()> {
    page.open("strategy=incr").await?;
    page.type_into("burst", "0").await?;
    ensure!(!page.complaint("burst").await?.is_empty(), "there is no complaint");
    page.click_along("#burst-slider", 0.9).await?;
    page.text_becomes("#burst-problem", "").await?;
    let (shown, _) = page.shows_its_address().await?;
    ensure!(
        shown.fields["burst"] == shown.link().scenario.burst.to_string(),
        "the field shows {}",
        shown.fields["burst"]
    );
    Ok(())
}

async fn any_change_takes_a_refused_value_away_with_its_complaint(page: &Page) -> Result<()> {
    for (field, refused, value) in [("limit", "20000", "10"), ("limit", "abc", "10"), ("servers", "99", "4")] {
        page.open("strategy=incr").await?;
        page.type_into(field, refused).await?;
        ensure!(!page.complaint(field).await?.is_empty(), "there is no complaint");
        page.click_button("Another burst").await?;
        page.text_becomes(&format!("#{field}-problem"), "").await?;
        let shown = async || Ok(page.shown().await?.fields[field].clone());
        eventually_eq("the field", value.to_owned(), shown).await?;
    }
    Ok(())
}

async fn a_request_that_there_is_not_does_not_stay_in_the_filter(page: &Page) -> Result<()> {
    page.open("strategy=get-set&tab=events").await?;
    let all = page.shown().await?.rows;
    for (typed, holds) in [("abc", ""), ("999", ""), (" 7 ", "7"), ("0", "")] {
        page.click("[name=filter-request]").await?;
        page.retype(typed).await?;
        let field = async || page.ask::<String>("return document.querySelector('[name=filter-request]').value").await;
        eventually_eq(typed, holds.to_owned(), field).await?;
        eventually_eq("all events are shown", holds.is_empty(), async || Ok(page.shown().await?.rows == all)).await?;
    }
    Ok(())
}
